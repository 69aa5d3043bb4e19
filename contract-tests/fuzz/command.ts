/**
 * What a case is made of, as plain data: what is written to a replay file is what was run. Bodies are
 * texts, since many of them are no JSON.
 */

/** The keys that take part. The restricted key may belong to another account or to the same one. */
export const KEYS = ['main', 'restricted', 'other'] as const
export type Key = (typeof KEYS)[number]

/** Whose key a request carries: `owner` is the one that created the campaign. */
export type By = Key | 'owner'

export type Single =
  | { do: 'create'; key: Key; body: string }
  /** `campaign` counts the campaigns of the case from 0; the counting begins anew beyond the last. */
  | { do: 'update'; key: Key; campaign: number; body: string }
  | { do: 'get'; key: By; campaign: number }
  | { do: 'delete'; key: By; campaign: number }
  | { do: 'list'; key: Key; query?: string }
  /** Follows the list page by page, where the server was seen to page. */
  | { do: 'pages'; key: Key; size: number }
  /** Reads with another operation. A query may hold `{campaign}`, which stands for an id. */
  | { do: 'read'; key: Key; operation: string; campaign: number; query?: string }

export type Command =
  | Single
  | { do: 'together' /** Sent at the same time. */; commands: [Single, Single] }

/** Commands that ask for a campaign by its id. */
export type Aimed = Extract<Single, { campaign: number }>

/** Members of a body in which it carries the mark of its case. */
const PLACEHOLDER = /\{mark(?::(\d+))?\}/g

/** The text with the mark in its places; `{mark:200}` fills it up to 200 characters. */
export function marked(text: string, mark: string): string {
  return text.replace(PLACEHOLDER, (_, length) => mark.padEnd(Number(length ?? 0), 'x'))
}

/** What marks the campaigns that a key makes in one execution of a case. */
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
      return `${command.key}: follow the list in pages of ${command.size}`
    case 'create':
      return `${command.key}: create a campaign`
    case 'read':
      return `${command.key}: ${command.operation}`
    default:
      return `${command.key}: ${command.do} campaign ${command.campaign}`
  }
}
