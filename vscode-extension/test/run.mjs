// Runs the packaged extension in VS Code's workbench: code-server with a fresh
// profile, driven by Chromium. .ci/vscode installs what it needs.
//
// Usage: run.mjs --code-server FOLDER --node NODE --vsix FILE [--artifacts FOLDER] [--screenshots] [CASE…]
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { api } from './cases/api.mjs'
import { bot } from './cases/bot.mjs'
import { pages } from './cases/pages.mjs'
import { playbook } from './cases/playbook.mjs'
import { restricted } from './cases/restricted.mjs'
import { Editor } from './editor.mjs'

const extension = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'code-server': { type: 'string' },
    node: { type: 'string', default: process.execPath },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    vsix: { type: 'string' },
    artifacts: { type: 'string' },
    screenshots: { type: 'boolean', default: false },
  },
})
for (const name of ['code-server', 'vsix', 'chromium']) {
  if (!values[name] || !existsSync(values[name])) {
    console.error(`--${name} ${values[name] ?? ''}: there is no such file or folder`)
    process.exit(2)
  }
}
const artifacts = resolve(values.artifacts ?? mkdtempSync(join(tmpdir(), 'boundary-artifacts-')))
mkdirSync(artifacts, { recursive: true })

const cases = { api, bot, playbook, pages, restricted }
const wanted = positionals.length > 0 ? positionals : Object.keys(cases)
console.log(execFileSync(values.chromium, ['--version'], { encoding: 'utf8' }).trim())

let failed = 0
for (const name of wanted) {
  const one = cases[name]
  // What the workbench draws may fail for reasons of its own once; the API
  // layer may not.
  const tries = one.retry ? 2 : 1
  for (let attempt = 1; attempt <= tries; attempt++) {
    const from = Date.now()
    const work = mkdtempSync(join(tmpdir(), 'boundary-vscode-'))
    const editor = new Editor({ ...values, extension, artifacts, work, name })
    let error
    try {
      await one.run(editor)
    } catch (e) {
      error = e
      await editor.failed()
    }
    const left = await editor.close()
    if (!error && left.length > 0) error = new Error(`processes were left behind: ${left.join(', ')}`)
    rmSync(work, { recursive: true, force: true })
    const time = `${((Date.now() - from) / 1000).toFixed(1)} s`
    if (!error) {
      console.log(`ok: ${name} (${time})`)
      break
    }
    console.log(`${attempt < tries ? 'again' : 'FAIL'}: ${name} (${time})\n${error.stack ?? error}`)
    if (attempt === tries) failed++
  }
}
if (values.screenshots && failed === 0) {
  for (const name of ['squiggle', 'hover', 'quickfix', 'preview', 'status']) copyFileSync(join(artifacts, `${name}.png`), join(extension, 'images', `${name}.png`))
  console.log('the pictures in images/ are new')
}
console.log(`artefacts: ${artifacts}`)
process.exitCode = failed === 0 ? 0 : 1
