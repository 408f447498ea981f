import * as fs from 'node:fs/promises'
import * as os from 'node:os'
import * as path from 'node:path'
import { workspace, type ExtensionContext } from 'vscode'
import type { DocumentSelector } from 'vscode-languageclient'
import type { Executable } from 'vscode-languageclient/node'

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

/** The server to start: the one of the settings, else the one of the extension. */
export async function executable(context: ExtensionContext): Promise<Executable> {
  const own = path.join(context.extensionPath, 'server')
  // In a restricted workspace nothing but our own program is started.
  const configured = workspace.isTrusted ? workspace.getConfiguration('boundary').get<string>('server.path', '').trim() : ''
  const command = configured === '' ? await bundled(own) : configured.replace(/^~(?=[/\\])/, os.homedir())
  // Windows looks for programs in the working directory first, so that must
  // never be a folder of the workspace.
  return { command, args: ['serve'], options: { cwd: own } }
}

async function bundled(dir: string): Promise<string> {
  const file = path.join(dir, process.platform === 'win32' ? 'boundary-lsp.exe' : 'boundary-lsp')
  try {
    await fs.access(file, fs.constants.X_OK)
  } catch {
    // A package that was made on Windows has lost the permission.
    await fs.chmod(file, 0o755)
  }
  return file
}
