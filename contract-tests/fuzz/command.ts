import type { Way } from './strangers.ts'

/** The commands of a case, as they are written to a replay file. Bodies are texts, because many are not JSON. */

/** The restricted key may belong to another account or to the same one. */
export const KEYS = ['main', 'restricted', 'other'] as const
export type Key = (typeof KEYS)[number]

/** `owner` is the key that created the campaign. */
export type By = Key | 'owner'

export type Single =
  | { do: 'create'; key: Key; body: string }
  /** `campaign` counts the campaigns of the case from 0, modulo their number. */
  | { do: 'update'; key: Key; campaign: number; body: string }
  | { do: 'get'; key: By; campaign: number }
  | { do: 'delete'; key: By; campaign: number }
  | { do: 'list'; key: Key; query?: string }
  /** Follows the list page by page, if it is known how the server pages. */
  | { do: 'pages'; key: Key; size: number }
  /** Reads with another operation. `{campaign}` in a query becomes an id. */
  | { do: 'read'; key: Key; operation: string; campaign: number; query?: string }
  /** Filters rankings or mentions. `parts` are bits, `picks` choose among the values that the server has. */
  | { do: 'filter'; key: Key; parts: number; picks: number[] }
  /** A request without a valid key. */
  | { do: 'stranger'; key: Key; way: Way; operation: string; campaign: number; body: string }

export type Command =
  | Single
  | { do: 'together' /** Sent at the same time. */; commands: [Single, Single] }

/** The commands of a case, pairs taken apart. */
export function singlesOf(commands: Command[]): Single[] {
  return commands.flatMap((each) => (each.do === 'together' ? each.commands : [each]))
}

/** Commands with the id of a campaign. */
export type Aimed = Extract<Single, { campaign: number }>

/** Places for the mark of the case in a body. */
const PLACEHOLDER = /\{mark(?::(\d+))?\}/g

/** The text with the mark in its places; `{mark:200}` fills it up to 200 characters. */
export function marked(text: string, mark: string): string {
  return text.replace(PLACEHOLDER, (_, length) => mark.padEnd(Number(length ?? 0), 'x'))
}

/** The mark of the campaigns that a key creates in one execution of a case. */
export function markOf(runId: string, execution: number, key: Key): string {
  return `${runId} ${execution.toString(36).padStart(5, '0')}${key[0]}`
}

/** A command in words. */
export function inWords(command: Command): string {
  switch (command.do) {
    case 'together':
      return `${command.commands.map(inWords).join(', and at the same time ')}`
    case 'list':
      return `${command.key}: list campaigns${command.query ? ` with ${command.query}` : ''}`
    case 'pages':
      return `${command.key}: list campaigns page by page, ${command.size} per page`
    case 'create':
      return `${command.key}: create a campaign`
    case 'read':
      return `${command.key}: ${command.operation}`
    case 'filter':
      return `${command.key}: filter rankings or mentions`
    case 'stranger':
      return `${command.operation} with ${command.way} in place of a valid key`
    default:
      return `${command.key}: ${command.do} campaign ${command.campaign}`
  }
}
