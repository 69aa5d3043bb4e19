import type { Json } from '../json.ts'
import { narrower, type Severity, wider } from './difference.ts'
import type { Form } from './form.ts'
import { sourceOf } from './moves.ts'
import { inside, join, type Place } from './place.ts'
import type { SchemaComparison } from './schemas.ts'
import type { Source } from './source.ts'
import { type Schemas, type View, viewOf } from './view.ts'
import { show } from './words.ts'

/** What is inside of an object or a list. */
export function compareMembers(
  comparison: SchemaComparison,
  before: Form,
  after: Form,
  place: Place,
): void {
  const names = new Set([...before.members.keys(), ...after.members.keys()])
  for (const name of names) compareMember(comparison, before, after, inside(place, name), name)
  compareEntries(comparison, before.items, after.items, inside(place, '[]'))
  compareOthers(comparison, before, after, place)
}

function compareMember(
  comparison: SchemaComparison,
  before: Form,
  after: Form,
  place: Place,
  name: string,
): void {
  const one = memberOf(before, name, comparison.before, place)
  const other = memberOf(after, name, comparison.after, place)
  const wasRequired = before.required.has(name)
  const isRequired = after.required.has(name)
  if (one && other) {
    tellRequired(comparison, wasRequired, isRequired, place)
    tellSource(comparison, one.view, other.view, place)
    comparison.compare(one.schemas, other.schemas, place)
  } else if (other) tellAdded(comparison, other.view, isRequired, place)
  else if (one) tellRemoved(comparison, one.view, wasRequired, place)
}

interface Member {
  schemas: Schemas
  view: View
}

/** Undefined for a member that there is not: not declared, `false`, or written by the other side alone. */
function memberOf(form: Form, name: string, source: Source, place: Place): Member | undefined {
  const schemas = form.members.get(name)
  if (!schemas) return undefined
  const view = viewOf(schemas, source)
  const foreign = place.part.writer === 'client' ? 'readOnly' : 'writeOnly'
  const isForeign = schemas.some((schema) => (schema as { [key: string]: Json })[foreign] === true)
  return view.isNever || isForeign ? undefined : { schemas, view }
}

function tellRequired(
  { report }: SchemaComparison,
  wasRequired: boolean,
  isRequired: boolean,
  place: Place,
): void {
  if (wasRequired === isRequired) return
  const { writer } = place.part
  if (writer === 'client') {
    const severity = isRequired ? narrower(writer) : wider(writer)
    report.at(place, severity, (name) => `${name} ${isRequired ? 'now' : 'no longer'} required`)
    return
  }
  const severity = isRequired ? narrower(writer) : wider(writer)
  report.at(
    place,
    severity,
    (name) => `${name} ${isRequired ? 'is always there' : 'may be absent'} now`,
  )
}

/** A member that holds another of the server's values than before. */
function tellSource({ report }: SchemaComparison, one: View, other: View, place: Place): void {
  if (place.part.root !== 'response body') return
  const before = sourceOf(one)
  const after = sourceOf(other)
  if (before === undefined && after === undefined) return
  const usual = `/${place.path.replaceAll('.', '/')}`
  const [was, is] = [before ?? usual, after ?? usual]
  if (was === is || place.path.includes('[]')) return
  report.at(place, 'breaking', (name) => `${name}: value of ${show(was)} → ${show(is)}`)
}

/** A member that was not there; where something moved into it, the rest of what is in it. */
function tellAdded(
  comparison: SchemaComparison,
  view: View,
  isRequired: boolean,
  place: Place,
): void {
  const { report, moves } = comparison
  const targets = [...moves.values()]
  if (targets.includes(place.path)) return
  if (targets.some((target) => isBelow(target, place.path))) {
    forEachMember(view, comparison.after, place, (...member) => tellAdded(comparison, ...member))
    return
  }
  const isDemanded = place.part.writer === 'client' && isRequired && !hasDefault(view)
  const severity: Severity = isDemanded ? 'breaking' : 'compatible'
  report.at(place, severity, (name) => (isDemanded ? `${name} now required` : `${name} added`))
}

/** What a request lacks is taken as its default, required or not. */
function hasDefault({ forms }: View): boolean {
  return forms.some(({ keywords }) => keywords.has('default'))
}

function tellRemoved(
  comparison: SchemaComparison,
  view: View,
  wasRequired: boolean,
  place: Place,
): void {
  const { report, moves } = comparison
  if (moves.has(place.path)) return
  if ([...moves.keys()].some((origin) => isBelow(origin, place.path))) {
    forEachMember(view, comparison.before, place, (...member) => tellRemoved(comparison, ...member))
    return
  }
  // Who could do without it before can do so now.
  const isMissed = place.part.writer === 'client' || wasRequired
  report.at(place, isMissed ? 'breaking' : 'may_break', (name) => `${name} removed`)
}

/** What else is inside of two values, one of which holds now what the other was, or the other way round. */
export function tellMembers(
  comparison: SchemaComparison,
  before: Form,
  after: Form,
  place: Place,
): void {
  const view = (form: Form): View => ({
    name: undefined,
    isNever: false,
    isNullable: false,
    forms: [form],
    id: '',
  })
  const { moves } = comparison
  if (!moves.has(place.path)) {
    forEachMember(view(before), comparison.before, place, (...each) =>
      tellRemoved(comparison, ...each),
    )
  }
  if (![...moves.values()].includes(place.path)) {
    forEachMember(view(after), comparison.after, place, (...each) => tellAdded(comparison, ...each))
  }
}

function forEachMember(
  { forms }: View,
  source: Source,
  place: Place,
  tell: (view: View, isRequired: boolean, place: Place) => void,
): void {
  for (const form of forms) {
    for (const name of form.members.keys()) {
      const own = inside(place, name)
      const member = memberOf(form, name, source, own)
      if (member) tell(member.view, form.required.has(name), own)
    }
  }
}

function isBelow(path: string, other: string): boolean {
  return path !== other && (path.startsWith(`${other}.`) || path.startsWith(`${other}[`))
}

function compareEntries(
  comparison: SchemaComparison,
  before: Schemas,
  after: Schemas,
  place: Place,
): void {
  if (before.length > 0 || after.length > 0) comparison.compare(before, after, place)
}

/** Members that are not named. */
function compareOthers(
  comparison: SchemaComparison,
  before: Form,
  after: Form,
  place: Place,
): void {
  const { report } = comparison
  const { writer } = place.part
  const others: Place = {
    ...place,
    path: join(place.path, '*'),
    relative: join(place.relative, '*'),
  }
  if (before.isClosed !== after.isClosed) {
    const severity = after.isClosed
      ? narrower(writer)
      : writer === 'client'
        ? 'compatible'
        : 'may_break'
    const said = after.isClosed ? 'no other members' : 'other members too'
    report.at(place, severity, (name) => `${name} has ${said}`)
  } else if (before.others.length > 0 || after.others.length > 0) {
    comparison.compare(before.others, after.others, others)
  }
}
