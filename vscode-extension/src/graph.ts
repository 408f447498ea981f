import { randomBytes } from 'node:crypto'
import * as path from 'node:path'
import * as vscode from 'vscode'
import { clientCommands, graphMethod } from './protocol'
import { words, type Session } from './session'

/** A node of the drawing that is declared somewhere; its line is from 1. */
interface Drawn {
  node: string
  path: string
  line: number
}

/** What the page of the view says; it shows what a file says, so nothing of it is taken on trust. */
type Said = { type: 'ready' } | { type: 'drawn'; nodes: Drawn[] } | ({ type: 'go' } & Drawn)

function isSaid(said: unknown): said is Said {
  if (typeof said !== 'object' || said === null || !('type' in said)) return false
  switch (said.type) {
    case 'ready':
      return true
    case 'drawn':
      return 'nodes' in said && Array.isArray(said.nodes) && said.nodes.every(isDrawn)
    case 'go':
      return isDrawn(said)
    default:
      return false
  }
}

function isDrawn(n: unknown): n is Drawn {
  if (typeof n !== 'object' || n === null) return false
  const { node, path: file, line } = n as Record<string, unknown>
  return typeof node === 'string' && typeof file === 'string' && file.endsWith('.bot') && !path.isAbsolute(file) && Number.isSafeInteger(line)
}

/** How long an edit or a move of the cursor is waited for, in milliseconds. */
const pause = { edit: 250, cursor: 60 }

/**
 * The workflow graph of a bot in a view beside it, which follows the edits and
 * the cursor. There is one view: it shows the bot that was last looked at.
 */
export function graph(session: Session): vscode.Disposable {
  let view: View | undefined
  const show = async (uri: vscode.Uri | undefined): Promise<void> => {
    if (!uri) {
      void vscode.window.showInformationMessage('Boundary: open a bot first.')
      return
    }
    const document = await vscode.workspace.openTextDocument(uri)
    if (view) {
      view.reveal(document)
      return
    }
    const opened = new View(session, document)
    view = opened
    opened.onDidDispose(() => {
      if (view === opened) view = undefined
    })
  }
  return vscode.Disposable.from(
    // The lens has the address as a string, a menu as it is in the editor.
    vscode.commands.registerCommand(clientCommands.showGraph, (uri?: string | vscode.Uri) =>
      show(typeof uri === 'string' ? vscode.Uri.parse(uri) : uri ?? vscode.window.activeTextEditor?.document.uri)),
    new vscode.Disposable(() => view?.dispose()),
  )
}

class View implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel
  private readonly subscriptions: vscode.Disposable[] = []
  private nodes: Drawn[] = []
  private svg = ''
  private root = ''
  private column: vscode.ViewColumn | undefined
  private turn = 0
  private edited: NodeJS.Timeout | undefined
  private moved: NodeJS.Timeout | undefined

  readonly onDidDispose: vscode.Event<void>

  constructor(private readonly session: Session, private source: vscode.TextDocument) {
    this.column = editorOf(source)?.viewColumn
    const media = vscode.Uri.joinPath(session.context.extensionUri, 'media')
    this.panel = vscode.window.createWebviewPanel('boundary.graph', titleOf(source), { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {
      enableScripts: true,
      localResourceRoots: [media],
    })
    this.onDidDispose = this.panel.onDidDispose
    this.panel.iconPath = vscode.Uri.joinPath(session.context.extensionUri, 'icons', 'extension.png')
    this.subscriptions.push(
      this.panel.webview.onDidReceiveMessage((said: unknown) => {
        if (isSaid(said)) this.hear(said)
      }),
      this.panel.onDidDispose(() => this.end()),
      session.onDidChange((condition) => {
        if (condition === 'running') void this.refresh()
      }),
      // What a bot imports counts as well, prompts in Markdown among it.
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && ['bot', 'markdown'].includes(document.languageId)) this.soon()
      }),
      // So do the configuration and what changes on disk, which show here.
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => /\.(bot|md|toml)$/.test(uri.path))) this.soon()
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.languageId !== 'bot') return
        this.look(editor.document)
        this.follow()
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor.document.languageId !== 'bot') return
        clearTimeout(this.moved)
        this.moved = setTimeout(() => this.follow(), pause.cursor)
      }),
    )
    this.panel.webview.html = pageOf(this.panel.webview, media)
  }

  reveal(document: vscode.TextDocument): void {
    this.look(document)
    this.panel.reveal(undefined, true)
  }

  dispose(): void {
    this.panel.dispose()
  }

  private end(): void {
    clearTimeout(this.edited)
    clearTimeout(this.moved)
    this.turn++
    for (const s of this.subscriptions.splice(0)) s.dispose()
  }

  /** Shows the graph of another bot, or of a part that the shown one has. */
  private look(document: vscode.TextDocument): void {
    this.column = editorOf(document)?.viewColumn ?? this.column
    if (document === this.source || this.nodes.some((n) => this.file(n).toString() === document.uri.toString())) return
    this.source = document
    this.panel.title = titleOf(document)
    void this.refresh()
  }

  private hear(said: Said): void {
    switch (said.type) {
      case 'ready': // also when the view was hidden and is shown again
        this.svg = ''
        void this.refresh()
        break
      case 'drawn':
        void this.drawn(said.nodes)
        break
      case 'go':
        void this.go(said)
        break
    }
  }

  private soon(): void {
    clearTimeout(this.edited)
    this.edited = setTimeout(() => void this.refresh(), pause.edit)
  }

  /** Asks for the graph; of answers that overtake each other the last counts. */
  private async refresh(): Promise<void> {
    const turn = ++this.turn
    let svg: string
    try {
      svg = await this.session.request<string>(graphMethod, { textDocument: { uri: this.source.uri.toString() }, format: 'svg' })
    } catch (error) {
      if (turn === this.turn) {
        this.svg = ''
        this.say({ type: 'refused', text: words(error) })
      }
      return
    }
    if (turn !== this.turn) return
    if (svg === this.svg) return
    this.svg = svg
    this.say({ type: 'graph', svg })
  }

  private async drawn(nodes: Drawn[]): Promise<void> {
    const root = await rootOf(this.source.uri, new Set(nodes.map((n) => n.path)))
    this.nodes = nodes
    this.root = root
    this.follow()
  }

  /** Marks the nodes whose declaration has the cursor. */
  private follow(): void {
    const editor = vscode.window.activeTextEditor
    if (!editor || editor.document.languageId !== 'bot') return
    const { document } = editor
    const here = this.nodes.filter((n) => this.file(n).toString() === document.uri.toString())
    for (let line = editor.selection.active.line; line >= 0; line--) {
      const at = here.filter((n) => n.line === line + 1)
      if (at.length > 0 || /^[^\s#]/.test(document.lineAt(line).text)) {
        this.say({ type: 'cursor', nodes: at.map((n) => n.node) })
        return
      }
    }
    this.say({ type: 'cursor', nodes: [] })
  }

  private async go(to: Drawn): Promise<void> {
    try {
      const document = await vscode.workspace.openTextDocument(this.file(to))
      const shown = vscode.window.visibleTextEditors.find((e) => e.document === document)
      const place = document.lineAt(Math.min(Math.max(to.line, 1), document.lineCount) - 1).range
      await vscode.window.showTextDocument(document, {
        viewColumn: shown?.viewColumn ?? this.column ?? vscode.ViewColumn.One,
        selection: new vscode.Range(place.start, place.start),
      })
    } catch (error) {
      void this.session.complain(words(error))
    }
  }

  /** The file of a node; a document that was never saved is on no disk. */
  private file(n: Drawn): vscode.Uri {
    return this.root === '' ? this.source.uri : vscode.Uri.file(path.join(this.root, n.path))
  }

  private say(message: unknown): void {
    void this.panel.webview.postMessage(message)
  }
}

/**
 * The folder that the paths of a graph count from: the one of the workspace,
 * or the folder around the bot in which all of them exist.
 */
async function rootOf(source: vscode.Uri, paths: Set<string>): Promise<string> {
  if (source.scheme !== 'file') return ''
  const folders: string[] = []
  for (let dir = path.dirname(source.fsPath); ; dir = path.dirname(dir)) {
    folders.push(dir)
    if (dir === path.dirname(dir)) break
  }
  const folder = vscode.workspace.getWorkspaceFolder(source)?.uri.fsPath
  for (const dir of folder === undefined ? folders : [folder, ...folders]) {
    const there = await Promise.all([...paths].map((p) => exists(path.join(dir, p))))
    if (there.every(Boolean)) return dir
  }
  return ''
}

async function exists(file: string): Promise<boolean> {
  return vscode.workspace.fs.stat(vscode.Uri.file(file)).then(() => true, () => false)
}

function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find((e) => e.document === document)
}

function titleOf(document: vscode.TextDocument): string {
  return `Graph of ${path.basename(document.uri.path)}`
}

/** The page of the view: nothing from elsewhere, and no script but its own. */
function pageOf(webview: vscode.Webview, media: vscode.Uri): string {
  const nonce = randomBytes(18).toString('base64url')
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString()
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${file('graph.css')}">
</head>
<body>
<p id="refused" role="status" hidden></p>
<main id="graph"></main>
<script nonce="${nonce}" src="${file('graph.js')}"></script>
</body>
</html>`
}
