import { parsedJson } from '../../../contract-tests/http/response.ts'
import type { Observed } from '../../../contract-tests/traffic/observed.ts'

/** Limits of what is kept of the traffic, in exchanges and in characters of their bodies. */
export const SAMPLE_LIMITS = {
  /** The first exchanges without a gap, which the checks over several exchanges judge. */
  first: 2000,
  /** Later ones, for what is learned. */
  later: 1000,
  /** Later ones of one kind: the same operation, key and outcome. */
  ofKind: 10,
  characters: 24_000_000,
}

/** What is kept of the traffic: the first exchanges, then a few of each kind, so that hours of traffic need no more memory. */
export class Sample {
  readonly #limits: typeof SAMPLE_LIMITS
  readonly #first: Observed[] = []
  readonly #later = new Map<string, Observed[]>()
  #isFirstFull = false
  #countOfLater = 0
  #characters = 0
  /** All exchanges that were added. */
  added = 0

  constructor(limits: Partial<typeof SAMPLE_LIMITS> = {}) {
    this.#limits = { ...SAMPLE_LIMITS, ...limits }
  }

  add(exchange: Observed): void {
    this.added += 1
    const size = sizeOf(exchange)
    const { first, later, ofKind, characters } = this.#limits
    const hasRoom = this.#characters + size <= characters
    if (
      !this.#isFirstFull &&
      this.#first.length < first &&
      this.#characters + size <= characters / 2
    ) {
      this.#first.push(compact(exchange))
      this.#characters += size
      return
    }
    // From here on there are gaps.
    this.#isFirstFull = true
    const kind = kindOf(exchange)
    const known = this.#later.get(kind) ?? []
    if (!hasRoom || this.#countOfLater >= later || known.length >= ofKind) return
    this.#later.set(kind, [...known, compact(exchange)])
    this.#countOfLater += 1
    this.#characters += size
  }

  /** The first exchanges, without a gap. */
  get first(): Observed[] {
    return this.#first.map(whole)
  }

  /** All that are kept, in their order. */
  get all(): Observed[] {
    const later = [...this.#later.values()].flat().map(whole)
    return [...this.first, ...later].sort((one, other) => one.startedAt - other.startedAt)
  }
}

function kindOf({ operation, method, requestHeaders, response, broken }: Observed): string {
  const outcome = response?.status ?? broken?.kind
  return [operation ?? method, requestHeaders.authorization, outcome].join(' ')
}

function sizeOf({ requestBody = '', response, url }: Observed): number {
  return requestBody.length + url.length + (response?.text.length ?? 0)
}

/** Without the parsed body, which takes several times the memory of its text. */
function compact(exchange: Observed): Observed {
  const { response } = exchange
  return response ? { ...exchange, response: { ...response, json: undefined } } : exchange
}

function whole(exchange: Observed): Observed {
  const { response } = exchange
  if (!response) return exchange
  return { ...exchange, response: { ...response, json: parsedJson(response.text) } }
}
