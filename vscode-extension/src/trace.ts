import * as vscode from 'vscode'

/**
 * The channel that the client writes the talk with the server to. The client
 * asks for the level of the log; here boundary.trace.server decides.
 */
export class Trace implements vscode.Disposable {
  readonly channel: vscode.LogOutputChannel
  private readonly changed = new vscode.EventEmitter<vscode.LogLevel>()
  private readonly subscriptions: vscode.Disposable[]

  constructor(log: vscode.LogOutputChannel) {
    const wanted = () => vscode.workspace.getConfiguration('boundary').get('trace.server', 'off') !== 'off'
    const level = () => (wanted() ? vscode.LogLevel.Trace : log.logLevel)
    this.channel = Object.create(log, {
      logLevel: { get: level },
      onDidChangeLogLevel: { value: this.changed.event },
      // What the log would leave out at its own level.
      trace: { value: (message: string) => (wanted() ? log.info(message) : log.trace(message)) },
    }) as vscode.LogOutputChannel
    this.subscriptions = [
      this.changed,
      log.onDidChangeLogLevel(() => this.changed.fire(level())),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('boundary.trace.server')) this.changed.fire(level())
      }),
    ]
  }

  dispose(): void {
    for (const s of this.subscriptions) s.dispose()
  }
}
