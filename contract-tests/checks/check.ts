import { type Comparison, differences } from '../evidence/campaigns.ts'
import { type CampaignBody, type Evidence, Undetermined } from '../evidence/evidence.ts'
import { curlOf } from '../http/credentials.ts'
import type { Exchange } from '../http/exchange.ts'
import { masked, type Secretive } from '../http/masking.ts'
import { errorCode, type Json, outcomeOf, succeeded } from '../http/reading.ts'
import type { Settings } from '../http/settings.ts'
import type { CheckResult, Failure } from '../report/result.ts'
import { cut } from '../report/wording.ts'
import { factOf } from '../specification/documents.ts'
import { isStated, phrase } from '../specification/schema.ts'

/** Judges facts of the ledger by the evidence. */
export interface Check {
  facts: string[]
  /** A sentence about behaviour. */
  title: string
  judge: (judge: Judge, evidence: Evidence) => void
  /** Judges a single exchange, if the check is of every exchange. */
  each?: (judge: Judge, exchange: Exchange, evidence: Evidence) => void
}

export function check(facts: string[], title: string, judge: Check['judge']): Check {
  return { facts, title, judge }
}

/** A check of every exchange. */
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

export interface Contradiction {
  expected: string
  /** The outcome of the exchange by default. */
  actual?: string
  exchange: Exchange
}

/** Collects the findings of a check, which may be about several facts. */
export class Judge {
  readonly held = new Set<string>()
  readonly failures: Failure[] = []
  readonly reasons: string[] = []
  /** Every exchange that showed a failure. */
  readonly seen = new Map<Failure, Exchange[]>()
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The begin of a long text, by which it differs from others. */
  begin(text: string): string {
    return masked(text, this.#settings).slice(0, 60)
  }

  holds(...facts: string[]): void {
    for (const fact of facts) this.held.add(fact)
  }

  fails(fact: string, contradiction: Contradiction): void {
    const { exchange } = contradiction
    const { operation } = exchange
    // Cut last: a part of a key is not found.
    const shown = (text: string) => cut(masked(text, this.#settings), LONGEST_PHRASE)
    const expected = shown(contradiction.expected)
    const actual = shown(contradiction.actual ?? outcomeOf(exchange))
    const same = this.failures.find(
      (each) =>
        each.fact === fact &&
        each.expected === expected &&
        each.actual === actual &&
        each.operation === operation,
    )
    if (same) {
      same.occurrences += 1
      this.seen.get(same)?.push(exchange)
      return
    }
    const { section, statement } = factOf(fact)
    const failure: Failure = {
      fact,
      section,
      statement,
      expected,
      actual,
      ...(operation !== undefined && { operation }),
      occurrences: 1,
      exchange: reported(exchange, this.#settings),
    }
    this.failures.push(failure)
    this.seen.set(failure, [exchange])
  }

  expect(fact: string, condition: boolean, contradiction: Contradiction): void {
    if (condition) this.holds(fact)
    else this.fails(fact, contradiction)
  }

  success(fact: string, exchange: Exchange, expected: string): void {
    this.expect(fact, succeeded(exchange), { expected, exchange })
  }

  /** Any refusal; other facts are about its code. */
  refusal(fact: string, exchange: Exchange, expected: string): void {
    this.expect(fact, !succeeded(exchange), { expected, exchange })
  }

  /** Expects an error code. */
  code(fact: string, exchange: Exchange, code: string, reason: string): void {
    const expected = `${code}, because ${reason}`
    this.expect(fact, errorCode(exchange) === code, { expected, exchange })
  }

  /** Expects a value that matches the schema at a pointer of the stated document. */
  isStated(
    fact: string,
    pointer: string,
    value: unknown,
    expected: string,
    exchange: Exchange,
  ): void {
    this.expectValue(fact, value, isStated(pointer, value), expected, exchange)
  }

  /** Like `expect`, with a value for `actual`. */
  expectValue(
    fact: string,
    value: unknown,
    condition: boolean,
    expected: string,
    exchange: Exchange,
  ): void {
    if (condition) this.holds(fact)
    else this.fails(fact, { expected, actual: phrase(value), exchange })
  }

  /** Whether a campaign is shown as it was sent. */
  campaign(
    fact: string,
    shown: Json,
    sent: Partial<CampaignBody>,
    exchange: Exchange,
    how: Comparison = {},
  ): void {
    const found = differences(shown, sent, how)
    for (const { member, expected, actual } of found) {
      this.expectValue(fact, actual, false, `${member} as ${phrase(expected)}`, exchange)
    }
    if (found.length === 0 && 'name' in shown) this.holds(fact)
  }

  /** Notes why something could not be judged; the check goes on. */
  undetermined(reason: string): void {
    this.reasons.push(reason)
  }

  /** Runs a part of a check for each case. */
  parts<Case>(cases: Iterable<Case>, judge: (each: Case) => void): void {
    for (const each of cases) this.part(() => judge(each))
  }

  /** Runs one part of a check; the others go on if it is undetermined. */
  part(judge: () => void): void {
    try {
      judge()
    } catch (error) {
      if (!(error instanceof Undetermined)) throw error
      this.undetermined(error.message)
    }
  }
}

export interface Judged {
  result: CheckResult
  held: Set<string>
  /** Every exchange that showed a failure. */
  seen: ReadonlyMap<Failure, Exchange[]>
}

const NOTHING_SEEN = 'no response contained it'

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
      throw new Error(`The check "${title}" judges ${fact}, which is not in its list of facts.`)
  }
  const { failures, held, reasons, seen } = verdicts
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
  return { result, held, seen }
}

const LONGEST_BODY = 2000
/** Limit for a header, and for a phrase that repeats text of the server. */
export const LONGEST_PHRASE = 500

/** An exchange with masked keys. */
export function reported(
  exchange: Exchange,
  settings: Secretive,
): NonNullable<Failure['exchange']> {
  const hidden = (text: string) => masked(text, settings)
  const body = hidden(exchange.response?.text ?? '')
  const headers = Object.entries(exchange.response?.headers ?? {})
  return {
    curl: hidden(curlOf(exchange)),
    credential: exchange.credential,
    method: exchange.method,
    url: hidden(exchange.url),
    ...(exchange.requestBody !== undefined && { requestBody: hidden(exchange.requestBody) }),
    ...(exchange.response && { status: exchange.response.status }),
    responseHeaders: Object.fromEntries(
      headers.map(([name, value]) => [name, cut(hidden(value), LONGEST_PHRASE)]),
    ),
    responseBody: cut(body, LONGEST_BODY),
    durationMs: Math.round(exchange.endedAt - exchange.startedAt),
  }
}
