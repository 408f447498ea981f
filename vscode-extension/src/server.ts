import * as fs from 'node:fs/promises'
import * as os from 'node:os'
import * as path from 'node:path'
import { workspace, type ExtensionContext } from 'vscode'
import type { DocumentSelector } from 'vscode-languageclient'

/**
 * The documents that the server is told about. Of what is in them the path
 * decides, so patterns stand beside languages: a playbook's modules and its
 * sample values have no language of ours.
 */
export const selector: DocumentSelector = [
  { scheme: 'file', language: 'bot' },
  { scheme: 'untitled', language: 'bot' },
  { scheme: 'file', language: 'boundary-playbook' },
  { scheme: 'untitled', language: 'boundary-playbook' },
  { scheme: 'file', language: 'markdown' },
  { scheme: 'untitled', language: 'markdown' },
  { scheme: 'file', language: 'shellscript' },
  { scheme: 'file', pattern: '**/*.bot' },
  { scheme: 'file', pattern: '**/*.star' },
  { scheme: 'file', pattern: '**/*.params.json' },
  { scheme: 'file', pattern: '**/.boundary.toml' },
]

/** The program to start, and the folder that it is started in. */
export interface Program {
  command: string
  cwd: string
}

/** The server that the settings name, or nothing: in a restricted workspace only our own program is started. */
export function configuredPath(): string {
  return workspace.isTrusted ? workspace.getConfiguration('boundary').get<string>('server.path', '').trim() : ''
}

/** The server to start: the one of the settings, else the one of the extension. */
export async function program(context: ExtensionContext): Promise<Program> {
  const own = path.join(context.extensionPath, 'server')
  const configured = configuredPath()
  const command = configured === '' ? await bundled(own) : configured.replace(/^~(?=[/\\])/, os.homedir())
  // Windows looks for programs in the working directory first, so that must
  // never be a folder of the workspace.
  return { command, cwd: own }
}

async function bundled(dir: string): Promise<string> {
  const file = path.join(dir, process.platform === 'win32' ? 'boundary-lsp.exe' : 'boundary-lsp')
  try {
    await fs.access(file)
  } catch {
    throw new Error(`the installed extension has none for this platform, ${process.platform} ${process.arch}: there is no ${file}. Install its package for this platform, or name another server in boundary.server.path.`)
  }
  // A package that was made on Windows has lost the permission.
  await fs.access(file, fs.constants.X_OK).catch(() => fs.chmod(file, 0o755))
  return file
}
