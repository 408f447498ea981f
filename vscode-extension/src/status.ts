import * as vscode from 'vscode'
import type { About } from './protocol'
import { matches, type Session } from './session'

/** How long nobody has typed before the line is brought up to date. */
const calm = 150

/** The status item: is there a server, and what it says about this file. */
export function status(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('boundary.status', vscode.StatusBarAlignment.Right, 90)
  item.name = 'Boundary'
  item.command = 'boundary.showStatus'
  let timer: NodeJS.Timeout | undefined
  let turn = 0

  const update = async (): Promise<void> => {
    const mine = ++turn
    const document = vscode.window.activeTextEditor?.document
    if (!document || !matches(document)) {
      item.hide()
      void vscode.commands.executeCommand('setContext', 'boundary.inDocument', false)
      return
    }
    const about = await session.about(document)
    if (mine !== turn) return
    const ours = session.condition !== 'running' || (about !== undefined && about.kind !== '')
    void vscode.commands.executeCommand('setContext', 'boundary.inDocument', ours)
    if (!ours) {
      item.hide()
      return
    }
    const { text, background } = line(session, about)
    item.text = text
    item.backgroundColor = background ? new vscode.ThemeColor(background) : undefined
    item.tooltip = tooltip(session, about)
    item.accessibilityInformation = { label: `Boundary: ${sentence(session, about)}`, role: 'button' }
    item.show()
  }
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void update(), calm)
  }
  const active = (uri: vscode.Uri): boolean => uri.toString() === vscode.window.activeTextEditor?.document.uri.toString()
  void update()
  return vscode.Disposable.from(
    item,
    new vscode.Disposable(() => clearTimeout(timer)),
    session.onDidChange(() => void update()),
    vscode.window.onDidChangeActiveTextEditor(() => void update()),
    vscode.languages.onDidChangeDiagnostics((event) => {
      if (event.uris.some(active)) soon()
    }),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (active(event.document.uri)) soon()
    }),
    vscode.commands.registerCommand('boundary.showStatus', () => menu(session)),
  )
}

function line(session: Session, about: About | undefined): { text: string; background?: string } {
  if (session.condition === 'starting') return { text: '$(sync~spin) Boundary' }
  if (session.condition === 'stopped') return { text: '$(error) Boundary: stopped', background: 'statusBarItem.errorBackground' }
  return { text: `$(shield) ${sentence(session, about)}` }
}

/** The file in a few words. */
function sentence(session: Session, about: About | undefined): string {
  if (session.condition !== 'running' || !about) return `the language server is ${session.condition}`
  const parts: string[] = []
  if (about.kind === 'bot') parts.push(about.members.length === 1 ? '1 node acts' : `${about.members.length} nodes act`)
  const faults = about.faults.errors + about.faults.warnings + about.faults.others
  parts.push(faults === 0 ? 'no faults' : counted(faults, 'fault'))
  return parts.join(', ')
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}

function tooltip(session: Session, about: About | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString('', true)
  text.isTrusted = { enabledCommands: ['boundary.restartServer', 'boundary.showLog'] }
  text.appendMarkdown(`**Boundary** — the language server is ${session.condition}\n\n`)
  if (about) {
    const { errors, warnings, others } = about.faults
    text.appendMarkdown(`${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(others, 'hint')}\n\n`)
    for (const member of about.members.slice(0, 10)) {
      text.appendMarkdown('- ')
      text.appendText(`${member.node}: ${member.reasons.join('; ')}${member.owes ? ' (paragraph missing)' : ''}`)
      text.appendMarkdown('\n')
    }
    if (about.members.length > 10) text.appendMarkdown(`- and ${about.members.length - 10} more\n`)
  }
  text.appendMarkdown('\n[$(refresh) Restart](command:boundary.restartServer) · [$(output) Show Log](command:boundary.showLog)')
  return text
}

/** What can be done from here; the nodes that act come first. */
async function menu(session: Session): Promise<void> {
  const editor = vscode.window.activeTextEditor
  const about = editor && (await session.about(editor.document))
  type Item = vscode.QuickPickItem & { run?: () => unknown }
  const items: Item[] = []
  for (const member of about?.members ?? []) {
    items.push({
      label: `$(${member.owes ? 'error' : 'shield'}) ${member.node}`,
      description: member.owes ? 'acts, its boundary paragraph is missing' : 'acts',
      detail: member.reasons.join('; '),
      run: () => reveal(session, editor, member.range),
    })
  }
  if (items.length > 0) items.push({ label: 'Boundary', kind: vscode.QuickPickItemKind.Separator })
  const command = (label: string, name: string): Item => ({ label, run: () => vscode.commands.executeCommand(name) })
  if (about?.kind === 'playbook') items.push(command('$(open-preview) Render Playbook', 'boundary.previewPlaybook'))
  items.push(
    command('$(wand) Fix All in Workspace', 'boundary.fixAllInWorkspace'),
    command('$(list-unordered) Regenerate Members', 'boundary.regenerateMembers'),
    command('$(refresh) Restart Language Server', 'boundary.restartServer'),
    command('$(output) Show Log', 'boundary.showLog'),
  )
  const chosen = await vscode.window.showQuickPick(items, { title: `Boundary: ${sentence(session, about)}`, matchOnDetail: true })
  await chosen?.run?.()
}

function reveal(session: Session, editor: vscode.TextEditor | undefined, at: About['members'][number]['range']): void {
  if (!editor) return
  const range = session.range(at)
  editor.selection = new vscode.Selection(range.start, range.end)
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport)
}
