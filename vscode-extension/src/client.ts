import { spawn, type ChildProcess } from 'node:child_process'
import * as vscode from 'vscode'
import { CloseAction, ErrorAction, type ErrorHandler, LanguageClient, type LanguageClientOptions, RevealOutputChannelOn } from 'vscode-languageclient/node'
import type { Program } from './server'
import { Trace } from './trace'

/**
 * The client of one server. Why the server does not start is the error of
 * begin() alone; what becomes of it later the client shows.
 */
export class Client extends LanguageClient {
  private readonly usual: ErrorHandler
  private readonly traced: vscode.Disposable
  private child: ChildProcess | undefined
  private gone: Promise<void> = Promise.resolve()
  private up = false
  /** How the program ended that has not come up. */
  private ended = ''

  constructor(private readonly program: Program, options: LanguageClientOptions, log: vscode.LogOutputChannel) {
    const trace = new Trace(log)
    super('boundary', 'Boundary', () => this.launch(), {
      ...options,
      outputChannel: log,
      traceOutputChannel: trace.channel,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      errorHandler: {
        // What cannot be written to a server that has crashed is no reason to
        // give it up: it is closed, too.
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        // One that has never answered will not the next time.
        closed: () => (this.up ? this.usual.closed() : { action: CloseAction.DoNotRestart }),
      },
    })
    this.usual = this.createDefaultErrorHandler()
    this.traced = trace
    // The server leaves out of its tokens what the client does not list.
    this.registerFeature({
      fillClientCapabilities: (all) => {
        all.textDocument?.semanticTokens?.tokenModifiers.push('boundary', 'external', 'converted')
      },
      initialize: () => {},
      getState: () => ({ kind: 'static' }),
      clear: () => {},
    })
  }

  /** Starts the server and waits for its first answer. */
  async begin(): Promise<void> {
    try {
      await this.start()
      this.up = true
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      // Its pipes are closed before it is gone.
      await Promise.race([this.gone, new Promise((resolve) => setTimeout(resolve, 1000))])
      throw new Error(`${this.program.command}: ${this.ended || said}`)
    }
  }

  /** Ends the server, at the latest after two seconds. */
  async end(): Promise<void> {
    this.traced.dispose()
    const kill = () => this.child?.kill('SIGKILL')
    if (!this.up) {
      // One that has never answered has nothing to be told.
      kill()
      await this.dispose().catch(() => {})
      return
    }
    try {
      await this.dispose(2000)
    } finally {
      await Promise.race([this.gone, new Promise((resolve) => setTimeout(resolve, 200))])
      kill()
    }
  }

  override error(message: string, data?: unknown, show?: boolean | 'force'): void {
    super.error(message, data, this.up ? show : false)
  }

  private launch(): Promise<ChildProcess> {
    const { command, cwd } = this.program
    return new Promise((resolve, reject) => {
      const child = spawn(command, ['serve'], { cwd })
      this.child = child
      child.once('spawn', () => resolve(child))
      child.on('error', reject)
      this.gone = new Promise((done) => {
        child.once('error', () => done())
        child.once('exit', (code, signal) => {
          this.ended = `it ended with ${signal ?? `exit code ${code}`} and did not answer`
          done()
        })
      })
    })
  }
}
