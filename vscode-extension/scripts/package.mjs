// Makes boundary-lsp-TARGET.vsix with the server of that platform in it.
// Usage: package.mjs [TARGET] [-o FILE]; without a target it is that of this
// machine.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** What each target of the marketplace is for Go. */
export const targets = {
  'linux-x64': ['linux', 'amd64'],
  'linux-arm64': ['linux', 'arm64'],
  'linux-armhf': ['linux', 'arm'],
  'alpine-x64': ['linux', 'amd64'],
  'alpine-arm64': ['linux', 'arm64'],
  'darwin-x64': ['darwin', 'amd64'],
  'darwin-arm64': ['darwin', 'arm64'],
  'win32-x64': ['windows', 'amd64'],
  'win32-arm64': ['windows', 'arm64'],
}

const extension = fileURLToPath(new URL('..', import.meta.url))
const repository = resolve(extension, '..')
const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string', short: 'o' } } })
const target = positionals[0] ?? `${process.platform}-${process.arch}`
if (!(target in targets)) {
  console.error(`there is no target ${target}; there are ${Object.keys(targets).join(', ')}`)
  process.exit(2)
}
const [goos, goarch] = targets[target]
const out = resolve(values.out ?? join(extension, `boundary-lsp-${target}.vsix`))

const server = join(extension, 'server')
rmSync(server, { recursive: true, force: true })
mkdirSync(server)
const binary = join(server, goos === 'windows' ? 'boundary-lsp.exe' : 'boundary-lsp')
execFileSync('go', ['build', '-trimpath', '-ldflags', '-s -w', '-o', binary, './cmd/boundary-lsp'], {
  cwd: repository,
  env: { ...process.env, CGO_ENABLED: '0', GOOS: goos, GOARCH: goarch, ...(goarch === 'arm' ? { GOARM: '7' } : {}) },
  stdio: 'inherit',
})
chmodSync(binary, 0o755)
copyFileSync(join(repository, 'LICENSE'), join(extension, 'LICENSE'))
await import('./build.mjs')
const vsce = join(extension, 'node_modules', '@vscode', 'vsce', 'vsce')
// The page of the marketplace takes pictures and links from the repository.
const page = ['--baseContentUrl', 'https://github.com/boundary-lsp/boundary-lsp/blob/HEAD/vscode-extension', '--baseImagesUrl', 'https://github.com/boundary-lsp/boundary-lsp/raw/HEAD/vscode-extension']
execFileSync(process.execPath, [vsce, 'package', '--no-dependencies', ...page, '--target', target, '-o', out], { cwd: extension, stdio: 'inherit' })
