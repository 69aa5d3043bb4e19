import type { Json } from '../schema/json.ts'
import { areTypesWithin } from '../schema/schema-view.ts'
import {
  change,
  enumerate,
  isEqual,
  lostAndAdded,
  narrower,
  type Report,
  type Severity,
  show,
  wider,
} from './findings.ts'
import type { Place, Writer } from './place.ts'
import { type Form, LOWER_BOUNDS, typeWords, UPPER_BOUNDS } from './value.ts'

/** Which types a value may have. */
export function compareTypes(report: Report, before: Form, after: Form, place: Place): void {
  const one = typeWords(before)
  const other = typeWords(after)
  if (one === other) return
  const { writer } = place.part
  const isNarrower = areTypesWithin(after.types, before.types)
  const severity: Severity = isNarrower
    ? narrower(writer)
    : areTypesWithin(before.types, after.types)
      ? wider(writer)
      : 'breaking'
  report.at(place, severity, (name) => `${name}: ${one} → ${other}`)
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
  const [lost, added] = lostAndAdded(one, other)
  if (one.length === 1 && other.length === 1 && lost.length > 0) {
    // Clients distinguish things by a value that never varied.
    report.at(place, 'breaking', (name) => `${name}: ${show(one[0])} → ${show(other[0])}`)
    return
  }
  for (const value of lost) {
    report.at(place, narrower(writer), (name) => `${name}: value ${show(value)} removed`)
  }
  for (const value of added) {
    report.at(place, wider(writer, true), (name) => `${name}: value ${show(value)} added`)
  }
}

/** Bounds, formats and all other keywords. */
export function compareKeywords(report: Report, before: Form, after: Form, place: Place): void {
  const names = new Set([...before.keywords.keys(), ...after.keywords.keys()])
  // Moved values are reported for the whole body.
  names.delete('x-from')
  for (const keyword of names) {
    const one = before.keywords.get(keyword)
    const other = after.keywords.get(keyword)
    if (isEqual(one, other)) continue
    const severity = severityOf(keyword, one, other, place.part.writer)
    if (severity === undefined) continue
    const say = SAYINGS[keyword] ?? (() => `${keyword} ${change(one, other)}`)
    report.at(place, severity, (name) => `${name}: ${say(one, other)}`)
  }
}

/** Texts that do not name their keyword. */
const SAYINGS: Record<string, (one: Json | undefined, other: Json | undefined) => string> = {
  'x-id': (one, other) => `new ids have another form: ${change(one, other)}`,
  'x-unit': unitWords,
  'x-time-format': (one, other) => {
    const usual = 'in ISO 8601'
    const now = other === undefined ? usual : `as ${show(other)}`
    return `times are written ${now} instead of ${one === undefined ? usual : show(one)}`
  },
  'x-without-effect': effectWords,
}

export function effectWords(_: Json | undefined, other: Json | undefined): string {
  return other === true ? 'is checked but no longer has an effect' : 'now has an effect'
}

/** `counts in remaining seconds instead of epoch seconds`. */
export function unitWords(one: Json | undefined, other: Json | undefined): string {
  const words = (unit: Json) => String(unit).replaceAll('_', ' ')
  if (other === undefined) return 'no longer has a documented unit'
  return `counts in ${words(other)}${one === undefined ? '' : ` instead of ${words(one)}`}`
}

/** The severity of a changed unit. */
export function unitSeverity(one: Json | undefined, other: Json | undefined): Severity {
  if (one === undefined) return 'compatible'
  return other === undefined ? 'may_break' : 'breaking'
}

/** Keywords that forbid values. Two values of such a keyword cannot be compared. */
const RESTRICTIONS = ['format', 'pattern', 'multipleOf', 'not', 'contains', 'propertyNames']

/** Undefined where the keyword does not matter to a client. */
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
