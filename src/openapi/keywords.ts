import type { IdForm } from '../accounts/identifier.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { resolvePointer } from '../schema/pointer.ts'
import { oneOf, refusal } from './provenance/sections.ts'

// Keywords that change what the sandbox does (docs/overlays.md).

/** Units of `X-RateLimit-Reset`, the end of the window (§8 does not state one). */
export const RESET_UNITS = [
  'epoch_seconds',
  'epoch_milliseconds',
  'remaining_seconds',
  'remaining_milliseconds',
] as const

export type ResetUnit = (typeof RESET_UNITS)[number]

/** How query parameters that the document does not have are treated. */
export const UNKNOWN_PARAMETERS = ['ignored', 'refused'] as const

export type UnknownParameters = (typeof UNKNOWN_PARAMETERS)[number]

/** How an update treats members that are missing from the body. */
export const UPDATES = ['patch', 'replace'] as const

export type Update = (typeof UPDATES)[number]

/** Whether a body with a content type other than application/json is refused, or read as JSON. */
export const BODY_TYPES = ['json', 'any'] as const

export type BodyTypes = (typeof BODY_TYPES)[number]

/** The check that refuses first, if a request without a valid key has an unknown path or method. */
export const FIRST_CHECKS = ['route', 'credential'] as const

export type FirstCheck = (typeof FIRST_CHECKS)[number]

/** Forms of `Location` in the response to a creation. */
export const LOCATIONS = ['address', 'path', 'none'] as const

export type LocationForm = (typeof LOCATIONS)[number]

/** A word of the document's root; the first one unless it says otherwise. Throws DocumentError. */
export function readWord<Word extends string>(
  document: JsonObject,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  return document[name] === undefined ? words[0] : oneOf(words, document[name], name)
}

/** Throws DocumentError; `value` is an `x-location`. */
export function readLocation(value: Json | undefined): LocationForm {
  return oneOf(LOCATIONS, value, 'x-location')
}

/** The unit of `X-RateLimit-Reset`. Throws DocumentError. */
export function readResetUnit(document: JsonObject): ResetUnit {
  const header = resolvePointer(document, '/components/headers/X-RateLimit-Reset')?.value
  return oneOf(RESET_UNITS, header?.['x-unit'], "components.headers['X-RateLimit-Reset'].x-unit")
}

/** Throws DocumentError; `value` is an `x-unknown-parameters`. */
export function readUnknownParameters(value: Json | undefined): UnknownParameters {
  return oneOf(UNKNOWN_PARAMETERS, value, 'x-unknown-parameters')
}

/** Throws DocumentError; `value` is an `x-update`. */
export function readUpdate(value: Json | undefined): Update {
  return oneOf(UPDATES, value, 'x-update')
}

const ID_PLACE = 'components.schemas.Campaign.properties.id.x-id'
const LONGEST_ID = 200
/** Characters that a path can hold in escaped form (RFC 3986 §2.1): no control characters or lone surrogates. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u

/** The form of new campaign ids. Throws DocumentError. */
export function readCampaignId(document: JsonObject): IdForm {
  const schema = resolvePointer(document, '/components/schemas/Campaign/properties/id')?.value
  const form = schema?.['x-id']
  if (!isObject(form)) {
    throw refusal(ID_PLACE, '{ prefix, characters, length } or { format: uuid }', form)
  }
  if (form.format !== undefined) {
    return { format: oneOf(['uuid'] as const, form.format, `${ID_PLACE}.format`) }
  }
  const { prefix = '', characters, length } = form
  if (typeof prefix !== 'string' || prefix.length > 64 || !PRINTABLE.test(prefix)) {
    throw refusal(`${ID_PLACE}.prefix`, 'a text of at most 64 printable characters', prefix)
  }
  const letters = typeof characters === 'string' ? [...characters] : []
  const isAlphabet = letters.length > 1 && letters.length <= 256 && PRINTABLE.test(letters.join(''))
  if (!isAlphabet || new Set(letters).size < letters.length) {
    const expected = 'two or more printable characters, each once'
    throw refusal(`${ID_PLACE}.characters`, expected, characters)
  }
  if (!Number.isInteger(length) || Number(length) < 1 || Number(length) > LONGEST_ID) {
    throw refusal(`${ID_PLACE}.length`, `a whole number from 1 to ${LONGEST_ID}`, length)
  }
  return { prefix, characters: letters.join(''), length: length as number }
}
