// The gate: everything by the API of the editor, from inside its extension host.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const api = {
  async run(editor) {
    const result = join(editor.work, 'result.json')
    const test = join(editor.work, 'api-test.vsix')
    const vsce = join(editor.extension, 'node_modules', '@vscode', 'vsce', 'vsce')
    execFileSync(process.execPath, [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '-o', test], {
      cwd: join(editor.extension, 'test', 'api'), stdio: 'pipe',
    })
    await editor.start({ packages: [test], env: { BOUNDARY_API_RESULT: result } })
    await editor.browse()
    for (const end = Date.now() + 240_000; !existsSync(result); ) {
      if (Date.now() > end) throw new Error('the extension host gives no result within 240 seconds')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const { version, node, results } = JSON.parse(readFileSync(result, 'utf8'))
    console.log(`VS Code ${version}, extension host on Node ${node}`)
    for (const { name, again } of results) if (again) console.log(`  again: ${name}\n${again}`)
    for (const { name, ok, ms, error } of results) console.log(`  ${ok ? 'ok' : 'FAIL'}: ${name} (${ms} ms)${ok ? '' : `\n${error}`}`)
    const bad = results.filter(({ ok }) => !ok)
    if (bad.length > 0) throw new Error(`${bad.length} of ${results.length} steps fail`)
  },
}
