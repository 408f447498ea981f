import * as vscode from 'vscode'
import { serverCommands, type Rendered } from './protocol'
import type { Session } from './session'

const scheme = 'boundary-preview'

/**
 * The prompts of a playbook, rendered with its sample values, as a document
 * that cannot be edited. What was supplied is coloured.
 */
export function preview(session: Session): vscode.Disposable {
  const views = new Map<string, { source: vscode.Uri; rendered: Rendered }>()
  const changed = new vscode.EventEmitter<vscode.Uri>()
  const external = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('boundary.externalBackground'),
    border: '1px solid',
    borderColor: new vscode.ThemeColor('boundary.externalBorder'),
    borderRadius: '2px',
    overviewRulerColor: new vscode.ThemeColor('boundary.externalBorder'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  })
  const heading = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    fontWeight: 'bold',
    color: new vscode.ThemeColor('descriptionForeground'),
  })

  const paint = (editor: vscode.TextEditor): void => {
    const view = views.get(editor.document.uri.toString())
    if (!view || editor.document.uri.scheme !== scheme) return
    editor.setDecorations(external, view.rendered.prompts.flatMap((prompt) => prompt.external).map((region) => ({
      range: session.range(region.range),
      hoverMessage: `External text, from ${region.params.map((name) => `\`${name}\``).join(' and ')}`,
    })))
    editor.setDecorations(heading, view.rendered.prompts.map((prompt) => {
      const line = Math.max(0, prompt.range.start.line - 1)
      return new vscode.Range(line, 0, line, 0)
    }))
  }

  /** Runs the playbook and puts the result into its view; false on refusal. */
  const run = async (source: vscode.Uri, view: vscode.Uri): Promise<boolean> => {
    const rendered = await session.execute<Rendered>(serverCommands.render, { uri: source.toString() })
    if (!rendered) return false
    views.set(view.toString(), { source, rendered })
    changed.fire(view)
    return true
  }

  const show = async (source: vscode.Uri | undefined): Promise<void> => {
    if (!source) {
      void vscode.window.showInformationMessage('Boundary: open a playbook first.')
      return
    }
    if (!(await trusted())) return
    const view = viewOf(source)
    if (!(await run(source, view))) return
    const document = await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(view), 'boundary-prompts')
    const editor = await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true })
    paint(editor)
  }

  return vscode.Disposable.from(
    changed, external, heading,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => textOf(views.get(uri.toString())?.rendered),
    }),
    vscode.commands.registerCommand('boundary.previewPlaybook', (uri?: vscode.Uri) => show(uri ?? vscode.window.activeTextEditor?.document.uri)),
    session.handle(serverCommands.render, (argument) => show(vscode.Uri.parse((argument as { uri: string }).uri))),
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach(paint)),
    // The text of a view arrives some time after it was announced.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === scheme) vscode.window.visibleTextEditors.filter((e) => e.document === document).forEach(paint)
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      const view = viewOf(document.uri)
      const onSave = vscode.workspace.getConfiguration('boundary').get('playbook.previewOnSave', false)
      if (onSave && vscode.workspace.isTrusted && views.has(view.toString())) void run(document.uri, view)
    }),
    // A document also closes when its language changes; a view ends with its tab.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const shown = new Set(vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(uriOf))
      for (const uri of closed.map(uriOf)) if (uri && !shown.has(uri)) views.delete(uri)
    }),
  )
}

function uriOf(tab: vscode.Tab): string | undefined {
  return tab.input instanceof vscode.TabInputText ? tab.input.uri.toString() : undefined
}

function viewOf(source: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `${source.path}.prompts`, query: source.toString() })
}

function textOf(rendered: Rendered | undefined): string {
  if (!rendered) return 'Run "Boundary: Render Playbook" again.\n'
  const printed = rendered.printed.length > 0 ? `\n── printed ──\n${rendered.printed.join('\n')}\n` : ''
  if (rendered.error) return `── the run was refused ──\n${rendered.error.message}\n\nThe place is marked in the playbook.\n${printed}`
  return rendered.text + printed
}

/** Whether a playbook may be run; in a restricted workspace nothing is. */
async function trusted(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true
  const manage = 'Manage Workspace Trust'
  const said = 'Boundary: playbooks are not run in a workspace that you do not trust.'
  if ((await vscode.window.showWarningMessage(said, manage)) === manage) await vscode.commands.executeCommand('workbench.trust.manage')
  return vscode.workspace.isTrusted
}
