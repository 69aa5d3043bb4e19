import type { CheckResult, Failure } from '../report/result.ts'
import { masked } from './credentials.ts'
import { curlOf } from './curl.ts'
import { factOf } from './documents.ts'
import { type Evidence, Undetermined } from './evidence.ts'
import type { Exchange } from './exchange.ts'
import type { Settings } from './settings.ts'

/** Facts of the ledger, and how to tell from the evidence whether they hold. */
export interface Check {
  facts: string[]
  /** A sentence about behaviour. */
  title: string
  judge: (judge: Judge, evidence: Evidence) => void
  /** What it asks of one exchange by itself, where it asks the same of each. */
  each?: (judge: Judge, exchange: Exchange, evidence: Evidence) => void
}

/** The checks of one section of the specification. */
export interface Section {
  number: string
  title: string
  checks: Check[]
}

export function check(facts: string[], title: string, judge: Check['judge']): Check {
  return { facts, title, judge }
}

/** A check of every exchange: what must hold of any response. */
export function everyExchange(
  facts: string[],
  title: string,
  each: (judge: Judge, exchange: Exchange, evidence: Evidence) => void,
): Check {
  const judge: Check['judge'] = (verdicts, evidence) => {
    for (const exchange of evidence.exchanges) each(verdicts, exchange, evidence)
  }
  return { facts, title, judge, each }
}

/** What was expected, what came, and where. */
export interface Contradiction {
  expected: string
  actual: string
  exchange?: Exchange
}

/** Collects what a check finds; one check may speak of several facts. */
export class Judge {
  readonly held = new Set<string>()
  readonly failures: Failure[] = []
  readonly reasons: string[] = []
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The evidence agrees with a fact. */
  holds(...facts: string[]): void {
    for (const fact of facts) this.held.add(fact)
  }

  /** The evidence contradicts a fact. */
  fails(fact: string, { expected, actual, exchange }: Contradiction): void {
    const { operation } = exchange ?? {}
    const same = this.failures.find(
      (each) =>
        each.fact === fact &&
        each.expected === expected &&
        each.actual === actual &&
        each.operation === operation,
    )
    if (same) {
      same.occurrences += 1
      return
    }
    const { section, statement } = factOf(fact)
    this.failures.push({
      fact,
      section,
      statement,
      expected,
      actual: masked(actual, this.#settings.tokens),
      ...(operation !== undefined && { operation }),
      occurrences: 1,
      ...(exchange && { exchange: reported(exchange, this.#settings) }),
    })
  }

  /** One or the other. */
  expect(fact: string, condition: boolean, contradiction: Contradiction): void {
    if (condition) this.holds(fact)
    else this.fails(fact, contradiction)
  }

  /** Notes why something could not be told, and lets the check go on. */
  undetermined(reason: string): void {
    this.reasons.push(reason)
  }

  /** Runs one part of a check; that it is undetermined does not end the others. */
  part(judge: () => void): void {
    try {
      judge()
    } catch (error) {
      if (!(error instanceof Undetermined)) throw error
      this.undetermined(error.message)
    }
  }
}

/** What a check found, and the facts that it saw hold. */
export interface Judged {
  result: CheckResult
  held: Set<string>
}

const NOTHING_SEEN = 'no response showed it'

export function judged(
  section: string,
  { facts, title, judge }: Check,
  evidence: Evidence,
): Judged {
  const began = performance.now()
  const verdicts = new Judge(evidence.settings)
  verdicts.part(() => judge(verdicts, evidence))
  for (const fact of [...verdicts.held, ...verdicts.failures.map((each) => each.fact ?? '')]) {
    if (!facts.includes(fact))
      throw new Error(`The check "${title}" speaks of ${fact}, which it does not name.`)
  }
  const { failures, held, reasons } = verdicts
  const verdict = failures.length > 0 ? 'fail' : held.size > 0 ? 'pass' : 'undetermined'
  const result: CheckResult = {
    section,
    title,
    facts,
    verdict,
    ...(verdict === 'undetermined' && { reason: reasons[0] ?? evidence.ended ?? NOTHING_SEEN }),
    failures,
    durationMs: performance.now() - began,
  }
  return { result, held }
}

const LONGEST_BODY = 2000

/** An exchange as a reader may see it. */
export function reported(
  exchange: Exchange,
  { tokens }: Settings,
): NonNullable<Failure['exchange']> {
  const hidden = (text: string) => masked(text, tokens)
  const body = hidden(exchange.response?.text ?? '')
  const headers = Object.entries(exchange.response?.headers ?? {})
  return {
    curl: hidden(curlOf(exchange)),
    method: exchange.method,
    url: hidden(exchange.url),
    ...(exchange.requestBody !== undefined && { requestBody: hidden(exchange.requestBody) }),
    ...(exchange.response && { status: exchange.response.status }),
    responseHeaders: Object.fromEntries(headers.map(([name, value]) => [name, hidden(value)])),
    responseBody: body.length > LONGEST_BODY ? `${body.slice(0, LONGEST_BODY)}…` : body,
    durationMs: Math.round(exchange.endedAt - exchange.startedAt),
  }
}
