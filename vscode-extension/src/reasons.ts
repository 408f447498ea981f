import * as vscode from 'vscode'
import { serverCommands, type Member, type NodeArgument } from './protocol'
import type { Session } from './session'

/** Why nodes act: the hover of one, opened by its lens or from the palette. */
export function reasons(session: Session): vscode.Disposable {
  return vscode.Disposable.from(
    session.handle(serverCommands.showReasons, (argument) => ofLens(session, argument as NodeArgument)),
    vscode.commands.registerCommand('boundary.showWriteReasons', () => atCursor(session)),
  )
}

async function ofLens(session: Session, { uri, node }: NodeArgument): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))
  const member = (await session.about(document))?.members.find((m) => m.node === node)
  if (member) await show(session, document, member)
}

/** The reasons of the member that the cursor is in, or of one that is picked. */
async function atCursor(session: Session): Promise<void> {
  const editor = vscode.window.activeTextEditor
  if (!editor) return
  const about = await session.about(editor.document)
  if (!about || about.members.length === 0) {
    void vscode.window.showInformationMessage(about ? 'Boundary: no node of this file acts.' : 'Boundary: the language server has nothing to say about this file.')
    return
  }
  const member = enclosing(editor, about.members) ?? (await pick(about.members))
  if (member) await show(session, editor.document, member)
}

/** The last member above the cursor, unless another declaration lies between. */
function enclosing(editor: vscode.TextEditor, members: Member[]): Member | undefined {
  const line = editor.selection.active.line
  const above = members.filter((m) => m.range.start.line <= line).at(-1)
  if (!above) return undefined
  for (let i = above.range.start.line + 1; i <= line; i++) {
    if (/^[^\s#]/.test(editor.document.lineAt(i).text)) return undefined
  }
  return above
}

export async function pick(members: Member[]): Promise<Member | undefined> {
  const items = members.map((member) => ({
    label: member.node,
    description: member.owes ? '$(error) its boundary paragraph is missing' : '',
    detail: member.reasons.join('; '),
    member,
  }))
  return (await vscode.window.showQuickPick(items, { title: 'Nodes that act', matchOnDetail: true }))?.member
}

async function show(session: Session, document: vscode.TextDocument, member: Member): Promise<void> {
  const editor = await vscode.window.showTextDocument(document)
  const range = session.range(member.range)
  editor.selection = new vscode.Selection(range.start, range.start)
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport)
  await vscode.commands.executeCommand('editor.action.showHover')
}
