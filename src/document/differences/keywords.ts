import type { Json } from '../json.ts'
import { narrower, type Severity, type Writer, wider } from './difference.ts'
import type { Report } from './findings.ts'
import { type Form, LOWER_BOUNDS, UPPER_BOUNDS } from './form.ts'
import type { Place } from './place.ts'
import { canonical, change, enumerate, isEqual, show } from './words.ts'

/** `integer or string`; `anything` where all will do. */
export function typeWords({ types }: Form): string {
  return types ? enumerate([...types].sort(), 'or') : 'anything'
}

/** Which types a value may have. */
export function compareTypes(report: Report, before: Form, after: Form, place: Place): void {
  const one = typeWords(before)
  const other = typeWords(after)
  if (one === other) return
  const { writer } = place.part
  const isNarrower = isWithin(after.types, before.types)
  const severity: Severity = isNarrower
    ? narrower(writer)
    : isWithin(before.types, after.types)
      ? wider(writer)
      : 'breaking'
  report.at(place, severity, (name) => `${name}: ${one} → ${other}`)
}

function isWithin(types: string[] | undefined, others: string[] | undefined): boolean {
  if (!others) return true
  if (!types) return false
  return types.every(
    (type) => others.includes(type) || (type === 'integer' && others.includes('number')),
  )
}

/** The values of enum and const. */
export function compareValues(report: Report, before: Form, after: Form, place: Place): void {
  const one = before.values
  const other = after.values
  const { writer } = place.part
  if (!one && !other) return
  if (!one || !other) {
    const words = enumerate((other ?? one ?? []).map(show))
    const severity = other ? narrower(writer) : wider(writer, true)
    const said = other ? `is one of ${words} only` : `is no longer limited to ${words}`
    report.at(place, severity, (name) => `${name} ${said}`)
    return
  }
  const left = lacking(one, other)
  const came = lacking(other, one)
  if (one.length === 1 && other.length === 1 && left.length > 0) {
    // A value that never varied is what clients tell things apart by.
    report.at(place, 'breaking', (name) => `${name}: ${show(one[0])} → ${show(other[0])}`)
    return
  }
  for (const value of left) {
    report.at(place, narrower(writer), (name) => `${name}: value ${show(value)} removed`)
  }
  for (const value of came) {
    report.at(place, wider(writer, true), (name) => `${name}: value ${show(value)} added`)
  }
}

function lacking(values: Json[], others: Json[]): Json[] {
  const known = new Set(others.map(canonical))
  return values.filter((value) => !known.has(canonical(value)))
}

/** Bounds, formats and all that is left. */
export function compareKeywords(report: Report, before: Form, after: Form, place: Place): void {
  const names = new Set([...before.keywords.keys(), ...after.keywords.keys()])
  for (const keyword of names) {
    const one = before.keywords.get(keyword)
    const other = after.keywords.get(keyword)
    if (isEqual(one, other) || isFrom(keyword)) continue
    const severity = severityOf(keyword, one, other, place.part.writer)
    if (severity === undefined) continue
    const say = SAYINGS[keyword] ?? (() => `${keyword} ${change(one, other)}`)
    report.at(place, severity, (name) => `${name}: ${say(one, other)}`)
  }
}

/** Where a value comes from is told with what stands elsewhere. */
function isFrom(keyword: string): boolean {
  return keyword === 'x-from'
}

/** Texts that do without the name of a keyword. */
const SAYINGS: Record<string, (one: Json | undefined, other: Json | undefined) => string> = {
  'x-id': (one, other) => `new ids have another form: ${change(one, other)}`,
  'x-unit': (one, other) => unitWords(one, other),
  'x-time-format': (one, other) =>
    `times are written ${other === undefined ? 'in ISO 8601' : `as ${show(other)}`} instead of ${
      one === undefined ? 'in ISO 8601' : show(one)
    }`,
  'x-without-effect': (_, other) =>
    other === true ? 'is checked and has no effect any more' : 'has an effect now',
}

/** `counts in remaining seconds instead of epoch seconds`. */
export function unitWords(one: Json | undefined, other: Json | undefined): string {
  const words = (unit: Json) => String(unit).replaceAll('_', ' ')
  if (other === undefined) return 'has a unit that is no longer said'
  return `counts in ${words(other)}${one === undefined ? '' : ` instead of ${words(one)}`}`
}

/** What another unit means to a client. */
export function unitSeverity(one: Json | undefined, other: Json | undefined): Severity {
  if (one === undefined) return 'compatible'
  return other === undefined ? 'may_break' : 'breaking'
}

/** The keywords whose presence forbids values; what one with another value forbids can't be told. */
const RESTRICTIONS = ['format', 'pattern', 'multipleOf', 'not', 'contains', 'propertyNames']

/** Undefined where the keyword is none of the client's business. */
function severityOf(
  keyword: string,
  one: Json | undefined,
  other: Json | undefined,
  writer: Writer,
): Severity | undefined {
  const isUpper = UPPER_BOUNDS.includes(keyword)
  if (isUpper || LOWER_BOUNDS.includes(keyword)) {
    const sign = isUpper ? 1 : -1
    const place = (bound: Json | undefined) =>
      bound === undefined ? Number.POSITIVE_INFINITY : sign * Number(bound)
    return place(other) < place(one) ? narrower(writer) : wider(writer, true)
  }
  if (keyword === 'default') {
    if (writer === 'server') return undefined
    return one === undefined ? 'compatible' : 'may_break'
  }
  if (keyword === 'uniqueItems') {
    return other === true ? narrower(writer) : wider(writer, true)
  }
  if (RESTRICTIONS.includes(keyword)) {
    if (one === undefined) return narrower(writer)
    if (other === undefined) return wider(writer, true)
    return keyword === 'format' ? 'breaking' : 'may_break'
  }
  if (keyword === 'x-unit') return unitSeverity(one, other)
  return keyword === 'x-time-format' ? 'breaking' : 'may_break'
}
