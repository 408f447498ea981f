import * as vscode from 'vscode'
import { State, type Location, type Position, type Middleware } from 'vscode-languageclient/node'
import { Client } from './client'
import { aboutMethod, clientCommands, type About } from './protocol'
import { configuredPath, program, selector } from './server'

/** What a command of the server does here instead of being sent to it. */
export type Handler = (...args: unknown[]) => Promise<unknown>

export type Condition = 'starting' | 'running' | 'stopped'

/** How long a server has for its first answer until somebody is told, and how long a command waits for one that starts; in milliseconds. */
const patience = { start: 30_000, command: 10_000 }

/**
 * The language server and the talk with it. Features get it and register what
 * they need; none of them knows another one.
 */
export class Session implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('Boundary', { log: true })
  private client: Client | undefined
  private readonly handlers = new Map<string, Handler>()
  private readonly changed = new vscode.EventEmitter<Condition>()
  private readonly subscriptions: vscode.Disposable[] = [this.log, this.changed]
  private path = configuredPath()
  private turn: Promise<void> = Promise.resolve()
  /** How many want the server stopped and have not had their turn. */
  private stops = 0
  private giveUp: (() => void) | undefined
  private state: Condition = 'stopped'

  /** Fires when the server has started, or is gone. */
  readonly onDidChange = this.changed.event

  constructor(readonly context: vscode.ExtensionContext) {
    // A workspace may name a server without any effect; that is no change.
    const look = (): void => {
      const path = configuredPath()
      if (path === this.path) return
      this.path = path
      void this.restart()
    }
    this.subscriptions.push(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('boundary.server.path')) look()
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(look),
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

  /** Starts the server; why one does not start is shown. */
  start(): Promise<void> {
    return this.next(async () => {
      if (this.stops > 0) return
      this.become('starting')
      // A server that never answers must not hold up the stop that is asked for.
      const attempt = { over: false }
      const givenUp = new Promise<void>((resolve) => {
        this.giveUp = () => {
          attempt.over = true
          resolve()
        }
      })
      await Promise.race([this.launch(attempt), givenUp])
      this.giveUp = undefined
    })
  }

  private async launch(attempt: { over: boolean }): Promise<void> {
    const late = setTimeout(() => {
      if (!attempt.over) void this.complain(`The language server has not answered for ${patience.start / 1000} seconds. Is it the right program?`)
    }, patience.start)
    try {
      const found = await program(this.context)
      if (attempt.over) return
      const client = new Client(found, {
        documentSelector: selector,
        diagnosticPullOptions: { onChange: true, onSave: true, onTabs: true },
        initializationOptions: { boundary: { commands: Object.values(clientCommands) } },
        middleware: this.middleware(),
      }, this.log)
      this.client = client
      this.log.info(`starting ${found.command}`)
      client.onDidChangeState(({ newState }) => {
        if (this.client !== client) return
        this.become(newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : 'stopped')
      })
      await client.begin()
    } catch (error) {
      if (attempt.over) return
      this.become('stopped')
      void this.complain(`The language server cannot be started: ${words(error)}`)
    } finally {
      clearTimeout(late)
    }
  }

  /** Ends the server and starts it anew, with the settings of now. */
  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  stop(): Promise<void> {
    this.stops++
    this.giveUp?.()
    return this.next(async () => {
      this.stops--
      const client = this.client
      this.client = undefined
      this.become('stopped')
      await client?.end().catch((error: unknown) => this.log.warn(words(error)))
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
    return (await this.ready()).sendRequest<T>(method, params)
  }

  /** Runs a command of the server and gives its result; a refusal is shown. */
  async execute<T>(command: string, ...args: unknown[]): Promise<T | undefined> {
    try {
      return await this.request<T>('workspace/executeCommand', { command, arguments: args })
    } catch (error) {
      void this.complain(words(error))
      return undefined
    }
  }

  /** The client of a server that runs; one that starts is waited for, but not for ever. */
  private async ready(): Promise<Client> {
    if (this.state === 'starting') {
      let late: NodeJS.Timeout | undefined
      await Promise.race([this.turn, new Promise((resolve) => (late = setTimeout(resolve, patience.command)))])
      clearTimeout(late)
    }
    if (this.state !== 'running' || !this.client) throw new Error('The language server is not running.')
    return this.client
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
