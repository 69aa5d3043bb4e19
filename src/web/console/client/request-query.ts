import type { QueryOf } from '../../../control-client/operations.ts'
import { METHODS } from '../../../schema/operations.ts'
import { didYouMean } from '../../../schema/similar.ts'

/** The filters of GET /_sandbox/requests that a search can set. */
export type RequestFilter = Partial<
  Record<
    Exclude<keyof QueryOf<'streamRequests'>, 'account' | 'unauthenticated' | undefined>,
    string
  >
>

interface Field {
  filter: Exclude<keyof RequestFilter, 'text'>
  pattern: RegExp
  /** After `<field>: must be`. */
  expected: string
}

const YES_NO = /^(yes|no)$/
const FIELDS: Record<string, Field> = {
  status: {
    filter: 'status',
    pattern: /^([1-5]\d\d|[1-5]xx|none)$/i,
    expected: 'a status such as 404, a class such as 4xx, or none',
  },
  op: { filter: 'operation', pattern: /./, expected: 'an operation such as listCampaigns' },
  method: {
    filter: 'method',
    pattern: new RegExp(`^(${METHODS.join('|')})$`, 'i'),
    expected: `a method: ${METHODS.join(', ').toUpperCase()}`,
  },
  path: { filter: 'path', pattern: /^\//, expected: 'the start of a path, such as /campaigns' },
  key: { filter: 'key', pattern: /./, expected: 'the id or the start of a key, or none' },
  fault: {
    filter: 'fault',
    pattern: /^(yes|no|flt_\w+)$/,
    expected: 'yes, no or the id of a rule',
  },
  valid: { filter: 'valid', pattern: YES_NO, expected: 'yes or no' },
  error: { filter: 'error', pattern: /./, expected: 'an error code such as rate_limit_exceeded' },
  since: {
    filter: 'since',
    pattern: /^(req_\d+|\d{4}-\d\d-\d\d([T ].+)?)$/,
    expected: 'a time such as 2026-01-15T09:30:00Z, a date, or the id of a request such as req_12',
  },
}
/** Other spellings that users may use. */
const ALIASES: Record<string, string> = { operation: 'op', text: '' }

/** The fields of a search, with what their values can be. */
export const QUERY_FIELDS = Object.entries(FIELDS).map(([name, { expected }]) => ({
  name,
  expected,
}))

/** The longest text that the control API searches. */
const MOST_TEXT = 200

/** `"…"` with `\"` and `\\`, or a word; a value of a field may be either. */
const TERM = /(-?[A-Za-z_]+):(?=\s|$)|(?:(-?[A-Za-z_]+):)?(?:"((?:[^"\\]|\\.)*)"?|([^\s"]+))/g

/** A part of a search. `field` is undefined for text. */
interface Term {
  field: string | undefined
  value: string
}

/**
 * Reads a search such as `status:4xx op:listCampaigns "brand"`. Words without a field are searched as one text, in the URL, the
 * headers and the bodies. `operations`: the known ids, if they are loaded. `problems` are sentences; the filter leaves their terms out.
 */
export function parseQuery(
  search: string,
  operations: readonly string[] = [],
): { filter: RequestFilter; problems: string[] } {
  const filter: RequestFilter = {}
  const problems: string[] = []
  const words: string[] = []
  for (const { field: name, value } of termsOf(search)) {
    if (name === undefined) {
      words.push(value)
      continue
    }
    const field = FIELDS[name]
    if (field === undefined) problems.push(unknownField(name, value))
    else if (!field.pattern.test(value)) problems.push(`${name}: must be ${field.expected}.`)
    else if (filter[field.filter] !== undefined) problems.push(`${name}: can be given only once.`)
    else if (field.filter === 'operation' && isUnknown(value, operations)) {
      problems.push(`There is no operation "${value}".${didYouMean(value, operations)}`)
    } else filter[field.filter] = field.filter === 'method' ? value.toUpperCase() : value
  }
  const text = words.join(' ').trim()
  if (text.length > MOST_TEXT) problems.push(`A text can have at most ${MOST_TEXT} characters.`)
  else if (text !== '') filter.text = text
  return { filter, problems }
}

function termsOf(search: string): Term[] {
  return [...search.matchAll(TERM)].map(([, empty, name, quoted, word]) => {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? word ?? ''
    const field = (name ?? empty)?.toLowerCase()
    return {
      field: field === undefined ? undefined : (ALIASES[field] ?? field) || undefined,
      value,
    }
  })
}

function isUnknown(operation: string, operations: readonly string[]): boolean {
  return operations.length > 0 && !operations.includes(operation)
}

function unknownField(name: string, value: string): string {
  const names = Object.keys(FIELDS)
  if (name.startsWith('-')) return `"${name}:" is not supported: a search cannot exclude.`
  const meant = didYouMean(name, names)
  return `There is no field "${name}".${meant || ` The fields are ${names.join(', ')}.`} To search for text, write "${name}:${value}" in quotes.`
}

/** The search that has this filter. */
export function queryOf(filter: RequestFilter): string {
  const { text, ...fields } = filter
  const terms = Object.entries(FIELDS).flatMap(([name, { filter: of }]) => {
    const value = fields[of]
    return value === undefined || value === '' ? [] : [`${name}:${quotedIf(/[\s"]/, value)}`]
  })
  return [...terms, ...(text ? [quotedIf(/["\\]|^\s|\s$|\s\s|[A-Za-z_]:/, text)] : [])].join(' ')
}

function quotedIf(pattern: RegExp, value: string): string {
  return pattern.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value
}
