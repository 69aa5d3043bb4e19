import { faker } from '@faker-js/faker/locale/en'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { keyword, type View } from '../schema/schema-view.ts'
import { hashText, mix, pick, unit } from '../text/hash.ts'
import { isoDay, isoTime } from '../time/clock.ts'

/** The inputs of a synthesized value. */
export interface Occasion {
  hash: number
  /** Name of the member, which hints at its meaning; empty without a name. */
  name: string
  /** The record of the value, whose time is used for all synthesized times. */
  record: JsonObject | undefined
}

/** Times of records without a time are in the year before this date. */
const ANCHOR = Date.UTC(2026, 0, 1)
const YEAR_MS = 31_536_000_000

/** A scalar value that `view` describes; equal for an equal occasion. */
export function synthesizedScalar(view: View, type: string | undefined, occasion: Occasion): Json {
  const { hash } = occasion
  const listed = keyword(view, 'enum')
  if (Array.isArray(listed) && listed.length > 0) return pick(listed, hash)
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return unit(hash) < 0.5
    case 'integer':
    case 'number':
      return synthesizedNumber(view, type, hash)
    default:
      return synthesizedText(view, occasion)
  }
}

function synthesizedNumber(view: View, type: 'integer' | 'number', hash: number): number {
  const bound = (name: string) => {
    const value = keyword(view, name)
    return typeof value === 'number' ? value : undefined
  }
  const isWhole = type === 'integer'
  const above = bound('exclusiveMinimum')
  const below = bound('exclusiveMaximum')
  const step = bound('multipleOf') ?? (isWhole ? 1 : 0.01)
  const most = bound('maximum') ?? (below === undefined ? undefined : below - step)
  const least = bound('minimum') ?? (above === undefined ? Math.min(1, most ?? 1) : above + step)
  const first = Math.ceil(least / step - 1e-9)
  const last = Math.max(first, Math.floor((most ?? least + 999 * Math.max(1, step)) / step + 1e-9))
  const value = (first + Math.floor(unit(hash) * (last - first + 1))) * step
  return Number(value.toFixed(6))
}

function synthesizedText(view: View, occasion: Occasion): string {
  const format = keyword(view, 'format')
  const pattern = keyword(view, 'pattern')
  const words = seeded(occasion.hash)
  if (format === 'date-time') return isoTime(timeOf(occasion))
  if (format === 'date') return isoDay(timeOf(occasion))
  if (format === 'time') return isoTime(timeOf(occasion)).slice(11, 19).concat('Z')
  const formatted = typeof format === 'string' ? FORMATS[format]?.(words) : undefined
  if (formatted !== undefined) return formatted
  if (typeof pattern === 'string') {
    const matching = matchingText(pattern, words)
    if (matching !== undefined) return matching
  }
  return bounded(view, wordsFor(occasion.name, words), words)
}

/** faker, seeded for one value, so that the value does not depend on others. */
function seeded(hash: number): typeof faker {
  faker.seed(hash >>> 0)
  return faker
}

/** The time of the record, or a time in the past year, in whole seconds. */
function timeOf({ hash, record }: Occasion): number {
  const { created_at, date, detected_at } = record ?? {}
  const own = Date.parse(String(created_at ?? date ?? detected_at ?? ''))
  if (!Number.isNaN(own)) return own
  return ANCHOR - Math.floor((unit(hash) * YEAR_MS) / 1000) * 1000
}

const FORMATS: Record<string, (words: typeof faker) => string> = {
  uuid: (words) => words.string.uuid(),
  email: (words) => words.internet.email({ provider: 'mail.example' }).toLowerCase(),
  uri: (words) => `https://${words.lorem.slug(2)}.example/${words.string.alphanumeric(8)}`,
  url: (words) => `https://${words.lorem.slug(2)}.example/${words.string.alphanumeric(8)}`,
  'uri-reference': (words) => `/${words.lorem.slug(2)}`,
  hostname: (words) => `${words.lorem.slug(2)}.example`,
  ipv4: (words) => words.internet.ipv4({ network: 'test-net-1' }),
  ipv6: (words) =>
    `2001:db8::${words.string.hexadecimal({ length: 4, prefix: '', casing: 'lower' })}`,
  duration: (words) => `PT${words.number.int({ min: 1, max: 59 })}M`,
  byte: (words) => Buffer.from(words.lorem.words(2)).toString('base64'),
}

/** Texts by the names of members; the first match counts. */
const NAMES: [RegExp, (words: typeof faker) => string][] = [
  [
    /(^|_)(id|uid|uuid|ref|hash|trace|etag)$|Id$/i,
    (words) => words.string.alphanumeric({ length: 16, casing: 'lower' }),
  ],
  [/e?mail/i, (words) => words.internet.email({ provider: 'mail.example' }).toLowerCase()],
  [/ur[il]$|link|href/i, (words) => `https://${words.lorem.slug(2)}.example/`],
  [/country/i, (words) => words.location.country()],
  [/city|location|region/i, (words) => words.location.city()],
  [/company|organi[sz]ation|brand/i, (words) => words.company.name()],
  [/user|owner|author|creat(ed_by|or)|person/i, (words) => words.person.fullName()],
  [/currency/i, (words) => words.finance.currencyCode()],
  [/colou?r/i, (words) => words.color.human()],
  [/version/i, (words) => words.system.semver()],
  [/desc|note|summary|comment|message/i, (words) => words.lorem.sentence(6)],
]

function wordsFor(name: string, words: typeof faker): string {
  const known = NAMES.find(([pattern]) => pattern.test(name))
  return known ? known[1](words) : words.lorem.words(2)
}

/** A text that matches a pattern; undefined for patterns that faker does not support. */
function matchingText(pattern: string, words: typeof faker): string | undefined {
  try {
    const text = words.helpers.fromRegExp(pattern.replace(/^\^|\$$/g, ''))
    return new RegExp(pattern, 'u').test(text) ? text : undefined
  } catch {
    return undefined
  }
}

function bounded(view: View, text: string, words: typeof faker): string {
  const [least, most] = ['minLength', 'maxLength'].map((name) => keyword(view, name))
  let long = text
  while (typeof least === 'number' && long.length < least) long += ` ${words.lorem.word()}`
  return typeof most === 'number'
    ? long
        .slice(0, most)
        .trimEnd()
        .padEnd(Number(least ?? 0), 'x')
    : long
}

/**
 * A number for a value in a response, equal for the same seed, record and path. A record without an `id` is
 * identified by its texts.
 */
export function hashOf(seed: number, record: Json | undefined, path: string): number {
  return mix(hashText(path, seed), hashText(identityOf(record)))
}

function identityOf(record: Json | undefined): string {
  if (!isObject(record)) return ''
  const { id } = record
  if (typeof id === 'string' || typeof id === 'number') return String(id)
  return Object.values(record)
    .filter((value) => typeof value === 'string')
    .join('\n')
}
