import * as vscode from 'vscode'
import { serverCommands } from './protocol'
import type { Session } from './session'

/** The commands of the palette that need nothing but the server. */
export function commands(session: Session): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand('boundary.restartServer', () => session.restart()),
    vscode.commands.registerCommand('boundary.showLog', () => session.log.show()),
    vscode.commands.registerCommand('boundary.regenerateMembers', () => session.execute(serverCommands.regenerate)),
    vscode.commands.registerCommand('boundary.fixAllInWorkspace', () => fixAll(session)),
    vscode.commands.registerCommand('boundary.writeSamples', () => writeSamples(session)),
  )
}

/** Applies the safe fixes of all files and says what there is to save. */
async function fixAll(session: Session): Promise<void> {
  const fixed = new Set<vscode.TextDocument>()
  const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => fixed.add(document))
  const answered = await session.execute(serverCommands.fixAll).finally(() => listener.dispose())
  if (answered === undefined) return
  if (fixed.size === 0) {
    void vscode.window.showInformationMessage('Boundary: there is nothing that can be fixed safely.')
    return
  }
  void offerToSave([...fixed])
}

async function offerToSave(fixed: vscode.TextDocument[]): Promise<void> {
  const save = 'Save All'
  const said = `Boundary: fixed ${fixed.length} ${fixed.length === 1 ? 'file' : 'files'}. Read the changes before you save them.`
  if ((await vscode.window.showInformationMessage(said, save)) === save) {
    for (const document of fixed) await document.save()
  }
}

async function writeSamples(session: Session): Promise<void> {
  const document = vscode.window.activeTextEditor?.document
  if (document) await session.execute(serverCommands.writeSample, { uri: document.uri.toString() })
}
