import type { Difference, Severity } from './difference.ts'
import { componentNameOf, nameOf, type Place } from './place.ts'

interface Finding {
  severity: Severity
  place: Place | undefined
  say: (name: string) => string
  /** Every way in which it is told of the value that a client finds. */
  texts: Set<string>
  operations: Set<string>
  /** The component is met at more than one place of an operation. */
  isRepeated: boolean
}

/** What fewer operations have in common without a component that says so, is taken for chance and told of each. */
const SHARED = 3

/** Gathers differences; what several operations have in common becomes one. */
export class Findings {
  readonly #found = new Map<string, Finding>()

  /** The part of one operation, or of the whole API where none is named. */
  of(operation?: string): Report {
    return new Report(this.#found, operation)
  }

  /** In the order in which they were found first. */
  list(): Difference[] {
    const told = new Map<string, Difference & { isShared: boolean }>()
    for (const finding of this.#found.values()) {
      const { severity, place, operations } = finding
      const text = textOf(finding)
      const key = `${severity} ${text}`
      const same = told.get(key)
      told.set(key, {
        ...{ severity, text },
        operations: [...new Set([...(same?.operations ?? []), ...operations])],
        isShared: same?.isShared || place?.component !== undefined,
      })
    }
    return [...told.values()].flatMap(({ isShared, ...difference }) => {
      const { operations } = difference
      if (isShared || operations.length === 0 || operations.length >= SHARED) return [difference]
      return operations.map((operation) => ({ ...difference, operations: [operation] }))
    })
  }
}

/** Of a component that is met in several places, with the name of the component. */
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

  /** Something that is said of no value in particular. */
  tell(severity: Severity, text: string): void {
    this.#add(severity, text, undefined, () => text, text)
  }

  /** Something that is said of a value: `say` is given the name of it. */
  at(place: Place, severity: Severity, say: (name: string) => string): void {
    const shared = componentNameOf(place)
    const text = say(nameOf(place))
    this.#add(severity, shared === undefined ? text : say(shared), place, say, text)
  }

  /** A component whose differences were told already is met again at this place. */
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
