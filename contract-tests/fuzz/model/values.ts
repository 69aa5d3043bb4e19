import type { CampaignBody } from '../../evidence/evidence.ts'
import { REQUIRED } from '../../evidence/steps.ts'
import { isObject, type Json } from '../../http/reading.ts'

/** Reads accepted bodies. A server may normalize values, so only plain values must come back unchanged. */

/** The members that have to be read back as they were sent. */
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
