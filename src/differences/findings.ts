import type { Json } from '../schema/json.ts'
import { canonical } from '../schema/schema-view.ts'
import { componentNameOf, nameOf, type Place, type Writer } from './place.ts'

/** The effect of a difference on a client that was written for the first document. */
export type Severity = 'breaking' | 'may_break' | 'compatible'

/** A difference of two documents, in the words of the API. */
export interface Difference {
  severity: Severity
  /** Such as `success status 201 → 200`. */
  text: string
  /** The operations that it affects, such as `POST /campaigns` or `webhook ranking.changed`; empty for the whole API. */
  operations: string[]
}

/** All differences of two documents. */
export interface Differences {
  list: Difference[]
  /** Operations that both documents have. A difference that affects all of these affects every operation. */
  shared: string[]
}

/** Fewer values are allowed than before. */
export function narrower(writer: Writer): Severity {
  return writer === 'client' ? 'breaking' : 'compatible'
}

/** More values are allowed than before. `soft`: not every client minds, as with a value in a list or a bound. */
export function wider(writer: Writer, soft = false): Severity {
  if (writer === 'client') return 'compatible'
  return soft ? 'may_break' : 'breaking'
}

interface Finding {
  severity: Severity
  place: Place | undefined
  say: (name: string) => string
  /** The texts that name the value as a client finds it. */
  texts: Set<string>
  operations: Set<string>
  /** An operation uses the component in more than one place. */
  isRepeated: boolean
}

/** A difference without a component is reported once for this many operations; fewer may share it by chance. */
const SHARED = 3

/** Gathers differences; what several operations have in common becomes one. */
export class Findings {
  readonly #found = new Map<string, Finding>()

  /** The differences of one operation, or of the whole API. */
  of(operation?: string): Report {
    return new Report(this.#found, operation)
  }

  /** In the order in which they were found. */
  list(): Difference[] {
    const listed = new Map<string, Difference & { isShared: boolean }>()
    for (const finding of this.#found.values()) {
      const { severity, place, operations } = finding
      const text = textOf(finding)
      const key = `${severity} ${text}`
      const same = listed.get(key)
      listed.set(key, {
        ...{ severity, text },
        operations: [...new Set([...(same?.operations ?? []), ...operations])],
        isShared: same?.isShared || place?.component !== undefined,
      })
    }
    return [...listed.values()].flatMap(({ isShared, ...difference }) => {
      const { operations } = difference
      if (isShared || operations.length === 0 || operations.length >= SHARED) return [difference]
      return operations.map((operation) => ({ ...difference, operations: [operation] }))
    })
  }
}

/** A component that is used in several places is named instead of the value. */
function textOf({ place, say, texts, isRepeated }: Finding): string {
  const shared = place && componentNameOf(place)
  const isOne = texts.size === 1 && !isRepeated
  return isOne || shared === undefined ? ([...texts][0] as string) : say(shared)
}

/** Takes the differences of one operation. */
export class Report {
  readonly #found: Map<string, Finding>
  readonly #operation: string | undefined
  readonly #repeated = new Set<string>()

  constructor(found: Map<string, Finding>, operation: string | undefined) {
    this.#found = found
    this.#operation = operation
  }

  /** A difference of no particular value. */
  add(severity: Severity, text: string): void {
    this.#add(severity, text, undefined, () => text, text)
  }

  /** A difference of a value; `say` gets its name. */
  at(place: Place, severity: Severity, say: (name: string) => string): void {
    const shared = componentNameOf(place)
    const text = say(nameOf(place))
    this.#add(severity, shared === undefined ? text : say(shared), place, say, text)
  }

  /** A value that only the second document has; `isRequired`: callers have to send it. */
  added(place: Place, isRequired: boolean): void {
    const isBreaking = isRequired && place.part.writer === 'client'
    const said = isBreaking ? 'now required' : 'added'
    this.at(place, isBreaking ? 'breaking' : 'compatible', (name) => `${name} ${said}`)
  }

  /** Whether a value that both documents have must be there. */
  required(place: Place, was: boolean, is: boolean): void {
    if (was === is) return
    const { writer } = place.part
    const sent = is ? 'now required' : 'no longer required'
    const received = is ? 'is now always present' : 'may now be absent'
    const said = writer === 'client' ? sent : received
    this.at(place, is ? narrower(writer) : wider(writer), (name) => `${name} ${said}`)
  }

  /** The operation uses a component whose differences were reported already once more, at this place. */
  repeated(place: Place): void {
    this.#repeated.add(scopeOf(place))
    for (const finding of this.#found.values()) {
      if (finding.place && scopeOf(finding.place) === scopeOf(place)) finding.isRepeated = true
    }
  }

  #add(
    severity: Severity,
    identity: string,
    place: Place | undefined,
    say: Finding['say'],
    text: string,
  ): void {
    const key = `${severity} ${identity}`
    const finding = this.#found.get(key) ?? {
      ...{ severity, place, say, isRepeated: false },
      ...{ texts: new Set<string>(), operations: new Set<string>() },
    }
    this.#found.set(key, finding)
    finding.texts.add(text)
    if (this.#operation !== undefined) finding.operations.add(this.#operation)
    if (place && this.#repeated.has(scopeOf(place))) finding.isRepeated = true
  }
}

function scopeOf({ part, component }: Place): string {
  return `${part.group} ${component}`
}

const MAX_LENGTH = 60

/** A value as a line shows it: a plain word as it is, anything else as JSON, cut when it is long. */
export function show(value: Json | undefined): string {
  if (value === undefined) return 'none'
  if (typeof value === 'string' && /^[\w.:/-]+$/.test(value)) return value
  const text = JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

/** `1 → 2`, `1 added` or `1 removed`. */
export function change(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return `${show(after)} added`
  return after === undefined ? `${show(before)} removed` : `${show(before)} → ${show(after)}`
}

/** The values that only the first list has, and those that only the second has. */
export function lostAndAdded<T extends Json>(one: readonly T[], other: readonly T[]): [T[], T[]] {
  const lacking = (values: readonly T[], others: readonly T[]) => {
    const known = new Set(others.map(canonical))
    return values.filter((value) => !known.has(canonical(value)))
  }
  return [lacking(one, other), lacking(other, one)]
}

/** `a, b and c`. */
export function enumerate(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join()
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  return canonical(one) === canonical(other)
}
