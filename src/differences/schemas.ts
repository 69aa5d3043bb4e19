import { objectOf } from '../schema/json.ts'
import { narrower, type Report, type Severity, show, wider } from './findings.ts'
import { compareKeywords, compareTypes, compareValues } from './keywords.ts'
import { type Moves, statedSourceOf } from './moves.ts'
import type { Source, Sources } from './pairs.ts'
import { inside, nameOf, ofComponent, type Place } from './place.ts'
import {
  type Form,
  formWords,
  hasDefault,
  overlaps,
  pairForms,
  type Schemas,
  type View,
  viewOf,
} from './value.ts'

/** The document that has a member which the other lacks. */
type Side = 'before' | 'after'

/** Compares the schemas of one operation. */
export class SchemaComparison {
  readonly before: Source
  readonly after: Source
  readonly report: Report
  /** Values of a response that moved. */
  moves: Moves = new Map()
  /** Components whose differences were reported, with the name of the value where they were found. */
  readonly #reported = new Map<string, string>()
  readonly #open = new Set<string>()

  constructor({ before, after }: Sources, report: Report) {
    this.before = before
    this.after = after
    this.report = report
  }

  /** Compares what the documents say of one value; the schemas of each hold together. */
  compare(before: Schemas, after: Schemas, place: Place): void {
    const one = viewOf(before, this.before)
    const other = viewOf(after, this.after)
    this.#compareNull(one, other, place)
    const isShared = one.name !== undefined && one.name === other.name
    const own = isShared ? ofComponent(place, one.name as string) : place
    const component = `${place.part.group} ${one.name}`
    const reportedAt = this.#reported.get(component)
    if (isShared && reportedAt !== undefined) {
      if (reportedAt !== nameOf(place)) this.report.repeated(own)
      return
    }
    if (isShared) this.#reported.set(component, nameOf(place))

    // A schema may contain itself without being a component of the same name in both documents.
    const open = `${one.id} ${other.id}`
    if (this.#open.has(open)) return
    this.#open.add(open)
    this.#compareViews(one, other, own)
    this.#open.delete(open)
  }

  #compareViews(one: View, other: View, place: Place): void {
    const { pairs, removed, added } = pairForms(one.forms, other.forms)
    for (const [before, after] of pairs) this.#compareForms(before, after, place)
    for (const form of added) {
      const severity = wider(place.part.writer)
      this.report.at(place, severity, (name) => `${name} may also be ${formWords(form)}`)
    }
    for (const form of removed) {
      const severity = narrower(place.part.writer)
      this.report.at(place, severity, (name) => `${name} can no longer be ${formWords(form)}`)
    }
  }

  #compareNull(one: View, other: View, place: Place): void {
    if (one.isNullable === other.isNullable) return
    // A value of any type could be null before; the comparison of types reports that it no longer can.
    if ([one, other].some(({ forms }) => forms.some(({ types }) => types === undefined))) return
    const { writer } = place.part
    if (other.isNullable) this.report.at(place, wider(writer), (name) => `${name} may be null`)
    else this.report.at(place, narrower(writer), (name) => `${name} is no longer null`)
  }

  #compareForms(before: Form, after: Form, place: Place): void {
    if (this.#moved('before').includes(place.path) || this.#moved('after').includes(place.path)) {
      // One value now contains the other. The rest of what they contain is compared.
      this.#compareLone([before], 'before', place)
      this.#compareLone([after], 'after', place)
      return
    }
    compareTypes(this.report, before, after, place)
    // A value that may be anything now has no parts to compare.
    const isOpened = before.types !== undefined && after.types === undefined
    if (!overlaps(before, after) || isOpened) return
    compareValues(this.report, before, after, place)
    compareKeywords(this.report, before, after, place)
    for (const name of new Set([...before.members.keys(), ...after.members.keys()])) {
      this.#compareMember(before, after, inside(place, name), name)
    }
    if (before.items.length > 0 || after.items.length > 0) {
      this.compare(before.items, after.items, inside(place, '[]'))
    }
    this.#compareOthers(before, after, place)
  }

  #compareMember(before: Form, after: Form, place: Place, name: string): void {
    const one = this.#memberOf(before, name, 'before', place)
    const other = this.#memberOf(after, name, 'after', place)
    if (one && other) {
      this.report.required(place, one.isRequired, other.isRequired)
      this.#compareSource(one.view, other.view, place)
      this.compare(one.schemas, other.schemas, place)
    } else if (one) this.#reportLone(one, 'before', place)
    else if (other) this.#reportLone(other, 'after', place)
  }

  /** Undefined for a member that is not declared, is `false`, or is written by the other side alone. */
  #memberOf(form: Form, name: string, side: Side, place: Place): Member | undefined {
    const schemas = form.members.get(name)
    if (!schemas) return undefined
    const view = viewOf(schemas, this[side])
    const foreign = place.part.writer === 'client' ? 'readOnly' : 'writeOnly'
    const isForeign = schemas.some(({ value }) => objectOf(value)[foreign] === true)
    if (view.isNever || isForeign) return undefined
    return { schemas, view, isRequired: form.required.has(name) }
  }

  /** A member may hold another of the server's values than before. */
  #compareSource(one: View, other: View, place: Place): void {
    if (place.part.root !== 'response body') return
    const before = statedSourceOf(one)
    const after = statedSourceOf(other)
    if (before === undefined && after === undefined) return
    const usual = `/${place.path.replaceAll('.', '/')}`
    const [was, is] = [before ?? usual, after ?? usual]
    if (was === is || place.path.includes('[]')) return
    this.report.at(place, 'breaking', (name) => `${name}: value of ${show(was)} → ${show(is)}`)
  }

  /** Paths of values that moved. */
  #moved(side: Side): string[] {
    return [...(side === 'before' ? this.moves.keys() : this.moves.values())]
  }

  /** Reports a member of one document alone. Of one that contains a moved value, only the rest is reported. */
  #reportLone({ view, isRequired }: Member, side: Side, place: Place): void {
    const moved = this.#moved(side)
    if (moved.includes(place.path)) return
    if (moved.some((path) => isBelow(path, place.path))) {
      this.#compareLone(view.forms, side, place)
    } else if (side === 'after') {
      // A member that a request lacks gets its default.
      this.report.added(place, isRequired && !hasDefault(view))
    } else {
      // Clients that could do without the member before still can.
      const isMissed = place.part.writer === 'client' || isRequired
      this.report.at(place, isMissed ? 'breaking' : 'may_break', (name) => `${name} removed`)
    }
  }

  #compareLone(forms: readonly Form[], side: Side, place: Place): void {
    if (this.#moved(side).includes(place.path)) return
    for (const form of forms) {
      for (const name of form.members.keys()) {
        const own = inside(place, name)
        const member = this.#memberOf(form, name, side, own)
        if (member) this.#reportLone(member, side, own)
      }
    }
  }

  /** Members that are not declared. */
  #compareOthers(before: Form, after: Form, place: Place): void {
    const { writer } = place.part
    if (before.isClosed !== after.isClosed) {
      const opened: Severity = writer === 'client' ? 'compatible' : 'may_break'
      const severity = after.isClosed ? narrower(writer) : opened
      const said = after.isClosed ? 'no other members' : 'other members'
      this.report.at(place, severity, (name) => `${name} has ${said}`)
    } else if (before.others.length > 0 || after.others.length > 0) {
      this.compare(before.others, after.others, inside(place, '*'))
    }
  }
}

interface Member {
  schemas: Schemas
  view: View
  isRequired: boolean
}

function isBelow(path: string, other: string): boolean {
  return path !== other && (path.startsWith(`${other}.`) || path.startsWith(`${other}[`))
}
