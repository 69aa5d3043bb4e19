import { differences } from '../../evidence/campaigns.ts'
import type { CampaignBody } from '../../evidence/evidence.ts'
import { REQUIRED } from '../../evidence/steps.ts'
import type { Exchange } from '../../http/exchange.ts'
import { isObject, type Json, optional } from '../../http/reading.ts'
import { phrase } from '../../specification/schema.ts'
import type { Key, Single } from '../command.ts'
import type { Way } from '../strangers.ts'
import type { Habits } from './habits.ts'
import { broken, type Problem } from './problem.ts'
import type { Asked, Source } from './rows.ts'

/** A campaign of the case, and what is known of it. */
export interface Known {
  key: Key
  state: 'live' | 'gone' | 'unsure'
  /** Members whose values are known; nothing is known of the others. */
  fields: Partial<CampaignBody>
  before: Partial<CampaignBody>
}

/**
 * A possible state of the server after the exchanges so far. Requests that are made at the same time
 * may have been carried out in either order, so there are several of these until one is ruled out.
 */
export interface World {
  campaigns: Record<string, Known>
  /** A create may have happened or not. */
  unsure: boolean
}

/** One request with its answer, and what it was about. */
export interface Step {
  do: Single['do']
  key: Key
  exchange: Exchange
  /** The campaign it names. */
  id?: string
  /** The pages after the first, of a list that was followed to its end. */
  pages?: Exchange[]
  /** Ids that were deleted by a request that was on its way at the same time. */
  alongside?: string[]
  /** The filter's values, and the rows that it chooses from. */
  asked?: Asked
  source?: Source
  /** How a request without a valid key was sent. */
  way?: Way
}

/** The data that a case is judged by, in addition to the world. */
export interface Context {
  habits: Habits
  /** The marks of this case by the key that creates under them. */
  marks: Record<Key, string>
  /** The most rows that a list of a key was seen to have in this run. */
  longest: Map<Key, number>
}

/** Compares the shown state of a campaign with the known one. */
export function judgeShown(
  shown: Json | undefined,
  known: Known,
  exchange: Exchange,
  fact: string,
): Problem | undefined {
  const [first] = shown ? differences(shown, known.fields, { before: known.before }) : []
  if (!first) return undefined
  return broken(
    ['read_back', fact],
    exchange,
    `${first.member} as ${phrase(first.expected)}`,
    phrase(first.actual),
  )
}

const MEMBERS = ['name', 'type', 'keywords', 'frequency', 'settings'] as const
/** A record with fewer of them may hold the others under names of its own. */
const FEWEST_SHOWN = 3

/** A member that was accepted and is not returned (§2). */
export function judgeWhole(
  shown: Json | undefined,
  { fields }: Known,
  exchange: Exchange,
): Problem | undefined {
  if (!shown) return undefined
  const isShown = (member: string) => optional(shown[member]) !== undefined
  if (MEMBERS.filter(isShown).length < FEWEST_SHOWN) return undefined
  // Undefined says that the form of the record leaves no place for it, as JSON:API does for `type`.
  const hasPlace = (member: string) => !Object.hasOwn(shown, member) || shown[member] !== undefined
  const lost = MEMBERS.find((each) => isSent(fields[each]) && !isShown(each) && hasPlace(each))
  if (lost) {
    return broken(['read_back', '2.23'], exchange, `${lost} as ${phrase(fields[lost])}`, 'nothing')
  }
  const { settings } = shown
  if (!isObject(settings)) return undefined
  const entries = Object.entries(fields.settings ?? {})
  const setting = entries.find(([name]) => optional(settings[name]) === undefined)
  if (!setting) return undefined
  const [name, value] = setting
  const expected = `settings.${name} as ${phrase(value)}`
  return broken(['read_back', '2.23'], exchange, expected, phrase(settings))
}

function isSent(value: unknown): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : value !== undefined
}

/** The members that have to be read back as they were sent: a server may normalize values, but not plain ones. */
export function plainMembers(body: Json): Partial<CampaignBody> {
  const texts = ['name', 'type', 'frequency'].filter((member) => isPlain(body[member]))
  const { keywords, settings } = body
  return {
    ...Object.fromEntries(texts.map((member) => [member, body[member]])),
    ...(isPlainList(keywords) && { keywords }),
    ...(isObject(settings) && { settings: plainSettings(settings) }),
  } as Partial<CampaignBody>
}

function plainSettings(settings: Json): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string] => isPlain(entry[1])),
  )
}

/** A text without anything that a server might strip, fold or refuse to keep. */
function isPlain(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value === value.trim() &&
    value !== '' &&
    !/[\p{C}<>]|(?! )\s| {2}/u.test(value)
  )
}

/** No keyword twice, which a server may take for one. */
function isPlainList(value: unknown): value is string[] {
  if (!Array.isArray(value) || !value.every(isPlain)) return false
  return new Set(value.map((word) => word.normalize('NFKC').toLowerCase())).size === value.length
}

/** A member that §2 requires and a body lacks, or has in a type that nobody could take for the stated one. */
export function farOff(body: Json): string | undefined {
  const missing = REQUIRED.find((member) => body[member] === undefined || body[member] === null)
  if (missing) return `${missing} is missing`
  const text = ['name', 'type', 'frequency'].find((member) => typeof body[member] === 'object')
  if (text) return `${text} is no string`
  const { keywords } = body
  if (typeof keywords !== 'string' && !Array.isArray(keywords)) return 'keywords is no array'
  const inner =
    Array.isArray(keywords) && keywords.some((word) => typeof word === 'object' && word !== null)
  return inner ? 'a keyword is no string' : undefined
}
