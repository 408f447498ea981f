import * as vscode from 'vscode'
import { State, LanguageClient, type Location, type Position, RevealOutputChannelOn, type Executable, type Middleware } from 'vscode-languageclient/node'
import { aboutMethod, clientCommands, type About } from './protocol'
import { executable, selector } from './server'

/** What a command of the server does here instead of being sent to it. */
export type Handler = (...args: unknown[]) => Promise<unknown>

export type Condition = 'starting' | 'running' | 'stopped'

/**
 * The language server and the talk with it. Features get it and register what
 * they need; none of them knows another one.
 */
export class Session implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('Boundary', { log: true })
  private client: LanguageClient | undefined
  private readonly handlers = new Map<string, Handler>()
  private readonly changed = new vscode.EventEmitter<Condition>()
  private readonly subscriptions: vscode.Disposable[] = [this.log, this.changed]
  private turn: Promise<void> = Promise.resolve()
  private state: Condition = 'stopped'

  /** Fires when the server has started, or is gone. */
  readonly onDidChange = this.changed.event

  constructor(readonly context: vscode.ExtensionContext) {
    this.subscriptions.push(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('boundary.server.path')) void this.restart()
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        if (vscode.workspace.getConfiguration('boundary').get('server.path', '') !== '') void this.restart()
      }),
    )
  }

  get condition(): Condition {
    return this.state
  }

  /** Lets a feature answer a command that the server's lenses name. */
  handle(command: string, handler: Handler): vscode.Disposable {
    this.handlers.set(command, handler)
    return new vscode.Disposable(() => this.handlers.delete(command))
  }

  /** Starts the server; the error of one that does not start is shown. */
  start(): Promise<void> {
    return this.next(async () => {
      let server: Executable
      try {
        server = await executable(this.context)
      } catch (error) {
        void this.complain(`The language server cannot be started: ${words(error)}`)
        return
      }
      this.log.info(`starting ${server.command}`)
      const client = this.create(server)
      this.client = client
      client.onDidChangeState(({ newState }) => {
        if (this.client !== client) return
        this.become(newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : 'stopped')
      })
      // The client shows why it does not start.
      await client.start().catch(() => this.become('stopped'))
    })
  }

  /** Ends the server and starts it anew, with the settings of now. */
  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  stop(): Promise<void> {
    return this.next(async () => {
      const client = this.client
      this.client = undefined
      this.become('stopped')
      // One that never came up has nothing to be told.
      if (client) await client.dispose(2000).catch((error: unknown) => this.log.warn(words(error)))
    })
  }

  /** What the server makes of a document; undefined while there is none. */
  async about(document: vscode.TextDocument): Promise<About | undefined> {
    if (this.state !== 'running' || !this.client || !matches(document)) return undefined
    try {
      return await this.client.sendRequest<About>(aboutMethod, { textDocument: { uri: document.uri.toString() } })
    } catch (error) {
      this.log.debug(words(error))
      return undefined
    }
  }

  /** Sends a request of our own; it fails with what the server says. */
  async request<T>(method: string, params: unknown): Promise<T> {
    if (this.state !== 'running' || !this.client) throw new Error('The language server is not running.')
    return this.client.sendRequest<T>(method, params)
  }

  /** Runs a command of the server and gives its result; a refusal is shown. */
  async execute<T>(command: string, ...args: unknown[]): Promise<T | undefined> {
    if (this.state !== 'running' || !this.client) {
      void this.complain('The language server is not running.')
      return undefined
    }
    try {
      return await this.client.sendRequest<T>('workspace/executeCommand', { command, arguments: args })
    } catch (error) {
      void this.complain(words(error))
      return undefined
    }
  }

  range(range: { start: { line: number; character: number }; end: { line: number; character: number } }): vscode.Range {
    return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character)
  }

  async complain(message: string): Promise<void> {
    const log = 'Show Log'
    if ((await vscode.window.showErrorMessage(`Boundary: ${message}`, log)) === log) this.log.show()
  }

  dispose(): void {
    for (const s of this.subscriptions.splice(0)) s.dispose()
  }

  private create(server: Executable): LanguageClient {
    const client = new LanguageClient('boundary', 'Boundary', server, {
      documentSelector: selector,
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticPullOptions: { onChange: true, onSave: true, onTabs: true },
      initializationOptions: { boundary: { commands: Object.values(clientCommands) } },
      middleware: this.middleware(),
    })
    // The server leaves out of its tokens what the client does not list.
    client.registerFeature({
      fillClientCapabilities: (all) => {
        all.textDocument?.semanticTokens?.tokenModifiers.push('boundary', 'external', 'converted')
      },
      initialize: () => {},
      getState: () => ({ kind: 'static' }),
      clear: () => {},
    })
    return client
  }

  private middleware(): Middleware {
    return {
      // Every command of a lens goes through execute, so that a refusal is one
      // sentence and no failed command.
      executeCommand: (command, args) => {
        const handler = this.handlers.get(command)
        return handler ? handler(...args) : this.execute(command, ...args)
      },
      provideCodeLenses: async (document, token, next) => {
        const lenses = await next(document, token)
        for (const { command } of lenses ?? []) {
          if (command?.command === clientCommands.showReferences) command.arguments = this.references(command.arguments ?? [])
        }
        return lenses
      },
    }
  }

  /** The arguments of showReferences, which the editor takes in its own types. */
  private references(args: unknown[]): unknown[] {
    const [uri, position, locations] = args as [string, Position, Location[]]
    return [
      vscode.Uri.parse(uri),
      new vscode.Position(position.line, position.character),
      locations.map((l) => new vscode.Location(vscode.Uri.parse(l.uri), this.range(l.range))),
    ]
  }

  private become(condition: Condition): void {
    if (this.state === condition) return
    this.state = condition
    this.changed.fire(condition)
  }

  /** One start or stop at a time, in their order. */
  private next(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work)
    return this.turn
  }
}

/** Whether the server is told about a document. */
export function matches(document: vscode.TextDocument): boolean {
  return vscode.languages.match(selector as vscode.DocumentSelector, document) > 0
}

export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
