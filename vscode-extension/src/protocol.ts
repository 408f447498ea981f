// What the server offers beside the protocol; see docs/server.md.
import type { Range } from 'vscode-languageclient'

/** The request for what the server makes of a document. */
export const aboutMethod = 'boundary/about'

/** The request for the workflow graph of a bot. */
export const graphMethod = 'boundary/graph'

export interface About {
  kind: '' | 'bot' | 'playbook' | 'module' | 'markdown' | 'config'
  members: Member[]
  faults: { errors: number; warnings: number; others: number }
}

/** A node that acts; the range is its name. */
export interface Member {
  node: string
  range: Range
  reasons: string[]
  owes: boolean
}

/** The commands that the server runs. */
export const serverCommands = {
  regenerate: 'boundary.membersRegenerate',
  fixAll: 'boundary.fixAll',
  showReasons: 'boundary.showReasons',
  insertParagraph: 'boundary.insertParagraph',
  render: 'boundary.renderPlaybook',
  writeSample: 'boundary.writeSampleValues',
} as const

/** The commands of the editor that the server's lenses and completions may name. */
export const clientCommands = {
  showGraph: 'boundary.showGraph',
  showReferences: 'editor.action.showReferences',
  suggest: 'editor.action.triggerSuggest',
} as const

/** The argument of the commands behind the lenses of a node. */
export interface NodeArgument {
  uri: string
  node: string
}

/** The result of boundary.renderPlaybook; ranges are in its text. */
export interface Rendered {
  name: string
  text: string
  prompts: { step: string; kind: string; agent?: string; range: Range; external: { range: Range; params: string[] }[] }[]
  printed: string[]
  error?: { name: string; message: string }
}
