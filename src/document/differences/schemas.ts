import { narrower, wider } from './difference.ts'
import type { Report } from './findings.ts'
import type { Form } from './form.ts'
import { overlaps } from './form.ts'
import { compareKeywords, compareTypes, compareValues, typeWords } from './keywords.ts'
import { compareMembers, tellMembers } from './members.ts'
import type { Moves } from './moves.ts'
import { nameOf, ofComponent, type Place } from './place.ts'
import type { Source } from './source.ts'
import type { Unchanged } from './unchanged.ts'
import { type Schemas, type View, viewOf } from './view.ts'

/** Two documents that are compared. */
export interface Sources {
  before: Source
  after: Source
  unchanged: Unchanged
}

/** Compares the schemas of one operation. */
export class SchemaComparison {
  readonly before: Source
  readonly after: Source
  readonly report: Report
  /** Values of a response that stand elsewhere now. */
  moves: Moves = new Map()
  /** Components whose differences were told, with the name of the value where they were. */
  readonly #told = new Map<string, string>()
  readonly #open = new Set<string>()

  readonly #unchanged: Unchanged

  constructor({ before, after, unchanged }: Sources, report: Report) {
    this.before = before
    this.after = after
    this.#unchanged = unchanged
    this.report = report
  }

  /** What the second document says of a value otherwise than the first; the schemas of each hold together. */
  compare(before: Schemas, after: Schemas, place: Place): void {
    if (this.#unchanged.has(before, after)) return
    const one = viewOf(before, this.before)
    const other = viewOf(after, this.after)
    this.#compareNull(one, other, place)
    const isShared = one.name !== undefined && one.name === other.name
    const own = isShared ? ofComponent(place, one.name as string) : place
    const told = `${place.part.group} ${one.name}`
    const toldAt = this.#told.get(told)
    if (isShared && toldAt !== undefined) {
      if (toldAt !== nameOf(place)) this.report.repeated(own)
      return
    }
    if (isShared) this.#told.set(told, nameOf(place))

    // What contains itself without being a component of this name in both.
    const open = `${one.id} ${other.id}`
    if (this.#open.has(open)) return
    this.#open.add(open)
    this.#compareViews(one, other, own)
    this.#open.delete(open)
  }

  #compareViews(one: View, other: View, place: Place): void {
    const { pairs, removed, added } = pair(one.forms, other.forms)
    for (const [before, after] of pairs) this.#compareForms(before, after, place)
    for (const form of added) {
      const severity = wider(place.part.writer)
      this.report.at(place, severity, (name) => `${name} may be ${formWords(form)} too`)
    }
    for (const form of removed) {
      const severity = narrower(place.part.writer)
      this.report.at(place, severity, (name) => `${name} can be ${formWords(form)} no longer`)
    }
  }

  #compareNull(one: View, other: View, place: Place): void {
    if (one.isNullable === other.isNullable) return
    // What was of any kind could be null before; that it is of some kind now is told by the types.
    if ([one, other].some(({ forms }) => forms.some(({ types }) => types === undefined))) return
    const { writer } = place.part
    if (other.isNullable) this.report.at(place, wider(writer), (name) => `${name} may be null`)
    else this.report.at(place, narrower(writer), (name) => `${name} is never null now`)
  }

  #compareForms(before: Form, after: Form, place: Place): void {
    if (this.moves.has(place.path) || [...this.moves.values()].includes(place.path)) {
      tellMembers(this, before, after, place)
      return
    }
    compareTypes(this.report, before, after, place)
    if (!overlaps(before, after) || isUnsaid(before, after)) return
    compareValues(this.report, before, after, place)
    compareKeywords(this.report, before, after, place)
    compareMembers(this, before, after, place)
  }
}

/** What may be anything now has nothing inside of it to tell of. */
function isUnsaid(before: Form, after: Form): boolean {
  return before.types !== undefined && after.types === undefined
}

/** The forms of one value, those that are meant to be the same beside each other. */
function pair(before: Form[], after: Form[]) {
  const pairs: [Form, Form][] = []
  const removed = [...before]
  const added = [...after]
  const match = (isMatch: (one: Form, other: Form) => boolean) => {
    for (const one of [...removed]) {
      const other = added.find((each) => isMatch(one, each))
      if (!other) continue
      pairs.push([one, other])
      removed.splice(removed.indexOf(one), 1)
      added.splice(added.indexOf(other), 1)
    }
  }
  match((one, other) => signature(one) === signature(other))
  match((one, other) => typeWords(one) === typeWords(other) && sharesMember(one, other))
  if (removed.length === 1 && added.length === 1) match(() => true)
  match((one, other) => typeWords(one) === typeWords(other) && one.types?.join() !== 'object')
  return { pairs, removed, added }
}

function signature(form: Form): string {
  return [typeWords(form), form.values?.map(String), ...[...form.members.keys()].sort()].join()
}

function sharesMember(one: Form, other: Form): boolean {
  return [...one.members.keys()].some((name) => other.members.has(name))
}

function formWords(form: Form): string {
  const members = [...form.members.keys()]
  if (members.length > 0) return `an object with ${members.slice(0, 4).join(', ')}`
  return form.values
    ? form.values.map((value) => JSON.stringify(value)).join(' or ')
    : typeWords(form)
}
