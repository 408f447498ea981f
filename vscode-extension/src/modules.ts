import * as vscode from 'vscode'
import type { Session } from './session'

/**
 * Gives modules that a playbook loads, and what a configuration names, the
 * language of playbooks. Their names say nothing, so the server is asked; a
 * file that another extension has a language for keeps that.
 */
export function modules(session: Session): vscode.Disposable {
  const look = async (document: vscode.TextDocument | undefined): Promise<void> => {
    if (!document || document.languageId !== 'plaintext' || document.uri.scheme !== 'file') return
    const kind = (await session.about(document))?.kind
    if ((kind === 'playbook' || kind === 'module') && !document.isClosed && document.languageId === 'plaintext') {
      await vscode.languages.setTextDocumentLanguage(document, 'boundary-playbook')
    }
  }
  const all = () => vscode.window.visibleTextEditors.forEach((editor) => void look(editor.document))
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => void look(editor?.document)),
    session.onDidChange((condition) => {
      if (condition === 'running') all()
    }),
  )
}
