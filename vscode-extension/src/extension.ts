import type { Disposable, ExtensionContext } from 'vscode'
import { commands } from './commands'
import { graph } from './graph'
import { modules } from './modules'
import { preview } from './preview'
import { reasons } from './reasons'
import { Session } from './session'
import { status } from './status'

/**
 * A feature registers its commands, views and listeners, and gives what ends
 * them. A new one is a file beside this one and its name in this list.
 */
export type Feature = (session: Session) => Disposable

const features: Feature[] = [commands, reasons, preview, graph, modules, status]

let session: Session | undefined

export function activate(context: ExtensionContext): void {
  const now = new Session(context)
  session = now
  context.subscriptions.push(now, ...features.map((feature) => feature(now)))
  // Not waited for: a server that does not answer would keep its own restart
  // from being run.
  void now.start()
}

export async function deactivate(): Promise<void> {
  await session?.stop()
}
