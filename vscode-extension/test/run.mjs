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
import { graph } from './cases/graph.mjs'
import { pages } from './cases/pages.mjs'
import { playbook } from './cases/playbook.mjs'
import { restricted } from './cases/restricted.mjs'
import { server } from './cases/server.mjs'
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

const cases = { api, bot, playbook, graph, pages, restricted, server }
const wanted = positionals.length > 0 ? positionals : Object.keys(cases)
const unknown = wanted.filter((name) => !cases[name])
if (unknown.length > 0) {
  console.error(`there is no case ${unknown.join(', ')}; there are ${Object.keys(cases).join(', ')}`)
  process.exit(2)
}
console.log(execFileSync(values.chromium, ['--version'], { encoding: 'utf8' }).trim())

const editors = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void Promise.all([...editors].map((editor) => editor.close())).finally(() => process.exit(1)))
}

/** Runs a case in a profile of its own; gives what is wrong. */
async function attempt(name) {
  const work = mkdtempSync(join(tmpdir(), 'boundary-vscode-'))
  const editor = new Editor({ ...values, extension, artifacts, work, name })
  editors.add(editor)
  let error
  try {
    await cases[name].run(editor)
  } catch (e) {
    error = e
    await editor.failed()
  }
  const left = await editor.close()
  editors.delete(editor)
  rmSync(work, { recursive: true, force: true })
  return error ?? (left.length > 0 ? new Error(`processes were left behind: ${left.join(', ')}`) : undefined)
}

/** Runs a case, and reports; what the workbench draws may fail once for reasons of its own, the API may not. */
async function passes(name) {
  const tries = cases[name].retry ? 2 : 1
  for (let n = 1; n <= tries; n++) {
    const from = Date.now()
    const error = await attempt(name)
    const time = `${((Date.now() - from) / 1000).toFixed(1)} s`
    if (!error) {
      console.log(`ok: ${name} (${time})`)
      return true
    }
    console.log(`${n < tries ? 'again' : 'FAIL'}: ${name} (${time})\n${error.stack ?? error}`)
  }
  return false
}

// Two at a time: a case waits about as long as it computes.
let failed = 0
const queue = [...wanted]
await Promise.all([1, 2].map(async () => {
  for (let name; (name = queue.shift()); ) if (!(await passes(name))) failed++
}))
if (values.screenshots && failed === 0) {
  for (const name of ['squiggle', 'hover', 'quickfix', 'preview', 'graph', 'status']) copyFileSync(join(artifacts, `${name}.png`), join(extension, 'images', `${name}.png`))
  console.log('the pictures in images/ are new')
}
console.log(`artefacts: ${artifacts}`)
process.exitCode = failed === 0 ? 0 : 1
