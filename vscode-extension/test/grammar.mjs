// Tests the grammars: what must hold (testdata/grammar/rules.bot), and snapshots of whole samples
// (--update writes them anew; read the difference).
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const root = fileURLToPath(new URL('..', import.meta.url))
const update = process.argv.includes('--update')
// What the editor brings along and ours embed.
const others = ['shellscript', 'python', 'javascript', 'markdown'].flatMap((name) => [
  '-g',
  join('node_modules', 'tm-grammars', 'grammars', `${name}.json`),
])
const runs = [
  ['unit', 'testdata/grammar/rules.bot'],
  ['snap', 'testdata/grammar/sample.bot', '-s', 'source.bot'],
  ['snap', 'testdata/grammar/sample.playbook.star', '-s', 'source.boundary-playbook'],
  ['snap', 'testdata/grammar/sample.md', '-s', 'text.html.markdown'],
]
const results = await Promise.all(runs.map(([kind, ...args]) => {
  const program = join('node_modules', 'vscode-tmgrammar-test', 'dist', kind === 'snap' ? 'snapshot.js' : 'unit.js')
  const flags = kind === 'snap' && update ? ['--updateSnapshot'] : []
  const child = spawn(process.execPath, [program, ...others, ...flags, ...args], { cwd: root })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
  return new Promise((resolve) => child.on('close', (code) => resolve({ name: args[0], code, said })))
}))
for (const { name, code, said } of results) {
  // Grammars that theirs embed and that are not loaded here are no news.
  const lines = said.split('\n').filter((line) => !line.startsWith('grammar not found'))
  console.log(`${code === 0 ? 'ok' : 'FAIL'}: ${name}`)
  if (code !== 0) console.log(lines.join('\n'))
}
if (results.some(({ code }) => code !== 0)) process.exit(1)
