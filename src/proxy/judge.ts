import { DEFAULTS, type Settings, type Tokens } from '../../contract-tests/http/settings.ts'
import type { RunResult } from '../../contract-tests/report/result.ts'
import { MOST_FINDINGS, TrafficJudge } from '../../contract-tests/traffic/judge.ts'
import { type Observed, trafficResult } from '../../contract-tests/traffic/result.ts'
import { assumptionsOf } from '../../contract-tests/verdicts.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { packageVersion } from '../package/package-root.ts'
import type { UpstreamParts, ViolationFilter } from '../pipeline/upstream.ts'
import type { Finding, Violation } from '../schema/traffic.ts'
import { isoTime } from '../time/clock.ts'
import { nextTurn } from '../time/turn.ts'
import { type Captured, observedOf } from './captured.ts'
import { entryOf } from './cassette/entry.ts'
import { redactEntry, strikeEntry } from './cassette/redaction.ts'
import { Vault } from './cassette/vault.ts'
import type { ProxyConfig } from './options.ts'
import { requestIssues, routeOf } from './request-issues.ts'
import { MOST_VIOLATIONS, Violations, violationId } from './violations.ts'

/** The findings in one exchange. */
export interface Verdict {
  /** Ids of the violations, each once. */
  violations: readonly string[]
  /** Why the exchange was not judged. */
  unjudged?: string
}

/** Judges what passes. */
export type Judge = Pick<DocumentJudge, 'judge' | 'judgeRequest' | 'violations' | 'clear'> & {
  report(): RunResult | undefined
}

export interface JudgeOptions {
  /** The roles of known keys; those of others are inferred. */
  tokens?: Partial<Tokens> | undefined
  /** Called when a violation was found, the first time or again. */
  onViolation?: ((violation: Violation) => void) | undefined
}

/** An exchange of more bytes is judged in steps, between which others are answered. */
const AT_ONCE_BYTES = 100 * 1024
/** Exchanges that reports show, one for each violation. */
const MOST_EXAMPLES = 200

/** Judges by the document that the sandbox serves at the time. */
export class DocumentJudge {
  readonly #sandbox: Pick<UpstreamParts, 'clock' | 'current'>
  readonly #settings: Omit<Settings, 'tokens' | 'document'> & { tokens: Partial<Tokens> }
  readonly #onViolation: JudgeOptions['onViolation']
  readonly #violations = new Violations()
  /** What is shown of a finding, by the id that the finding has with its secrets: looking for them takes longer than judging. */
  readonly #shown = new Map<string, Finding>()
  readonly #examples = new Map<string, Observed>()
  readonly #startedAt: number
  #exchanges = 0
  #unjudged = 0
  #rules: { document: ApiDocument; judge: TrafficJudge } | undefined

  constructor(
    sandbox: Pick<UpstreamParts, 'clock' | 'current'>,
    { upstream, timeoutMs }: Pick<ProxyConfig, 'upstream' | 'timeoutMs'>,
    { tokens = {}, onViolation }: JudgeOptions = {},
  ) {
    this.#sandbox = sandbox
    this.#settings = {
      ...DEFAULTS,
      baseUrl: upstream,
      timeoutMs,
      tokens,
      runId: 'traffic',
      version: packageVersion(),
    }
    this.#onViolation = onViolation
    this.#startedAt = sandbox.clock.wallTime()
    // Reading a document takes longer than an exchange should wait.
    this.#current()
  }

  /** Judges both directions of an exchange, and keeps what it found. Never rejects. */
  async judge(captured: Captured): Promise<Verdict> {
    // Outside of the API, nothing is stated.
    if (captured.apiPath === undefined) return { violations: [] }
    try {
      const { judge, observed, route } = this.#read(captured, captured.apiPath)
      const isLarge = sizeOf(observed) > AT_ONCE_BYTES
      if (isLarge) await nextTurn()
      const ofRequest = judge.request(observed, route)
      if (isLarge) await nextTurn()
      const found = [...ofRequest, ...judge.response(observed, route)].slice(0, MOST_FINDINGS)
      this.#exchanges += 1
      if (isLarge) await nextTurn()
      return { violations: this.#keep(found, observed, captured) }
    } catch (error) {
      this.#unjudged += 1
      return { violations: [], unjudged: (error as Error).message }
    }
  }

  /** The problems of a request that was not sent yet. Keeps nothing; never throws. */
  judgeRequest(captured: Captured): readonly Finding[] {
    if (captured.apiPath === undefined) return []
    try {
      const { judge, observed, route } = this.#read(captured, captured.apiPath)
      return withoutSecrets(judge.request(observed, route), observed, captured).findings
    } catch {
      return []
    }
  }

  violations(filter?: ViolationFilter): readonly Violation[] {
    return this.#violations.list(filter)
  }

  /** Forgets all violations, and returns their number. */
  clear(): number {
    this.#shown.clear()
    this.#examples.clear()
    return this.#violations.clear()
  }

  /** Findings in the traffic so far. */
  report(): RunResult {
    return trafficResult({
      settings: this.#settings,
      violations: this.#violations
        .list()
        .map((each) => ({ ...each, example: this.#examples.get(each.id) })),
      exchanges: this.#exchanges,
      unjudged: this.#unjudged,
      startedAt: isoTime(this.#startedAt),
      durationMs: Math.round(this.#sandbox.clock.wallTime() - this.#startedAt),
    })
  }

  /** What an exchange is judged by. Throws an error that says why it cannot be judged. */
  #read(captured: Captured, apiPath: string) {
    const judge = this.#current()
    const { router } = this.#sandbox.current()
    const { operation, route } = routeOf(router, captured.method, apiPath)
    const observed = observedOf(captured, operation?.id, this.#settings.baseUrl + apiPath)
    return { judge, observed, route }
  }

  /** Another document may be served by now. */
  #current(): TrafficJudge {
    const served = this.#sandbox.current()
    const { document } = served
    if (this.#rules?.document === document) return this.#rules.judge
    const { baseUrl, tokens } = this.#settings
    const judge = new TrafficJudge({
      settings: { ...this.#settings, tokens: { main: '', ...tokens } },
      assumptions: assumptionsOf({ document: document.raw }),
      requestIssues: (exchange) =>
        requestIssues(served, exchange, exchange.url.slice(baseUrl.length)),
    })
    this.#rules = { document, judge }
    return judge
  }

  /** Returns the ids of the violations, also of those that are not kept because there are too many. */
  #keep(found: Finding[], observed: Observed, captured: Captured): string[] {
    const isKnown = found.every((finding) => this.#shown.has(violationId(finding)))
    if (!isKnown) this.#show(found, observed, captured)
    const ids = found.map((finding) => {
      const shown = this.#shown.get(violationId(finding)) as Finding
      const violation = this.#violations.add(shown, captured.id, captured.at)
      if (violation) this.#onViolation?.(violation)
      return violationId(shown)
    })
    return [...new Set(ids)]
  }

  /** Hides the secrets of findings, and keeps their exchange as an example. */
  #show(found: Finding[], observed: Observed, captured: Captured): void {
    if (this.#shown.size >= MOST_VIOLATIONS) this.#shown.clear()
    const { findings, example } = withoutSecrets(found, observed, captured)
    for (const [index, finding] of found.entries()) {
      const shown = findings[index] as Finding
      this.#shown.set(violationId(finding), shown)
      const id = violationId(shown)
      if (this.#examples.size < MOST_EXAMPLES && !this.#examples.has(id)) {
        this.#examples.set(id, example)
      }
    }
  }
}

function sizeOf({ requestBody = '', response }: Observed): number {
  return requestBody.length + (response?.text.length ?? 0)
}

/** Findings and their exchange, without the secrets of the exchange, which the texts of findings may quote. */
function withoutSecrets(findings: Finding[], observed: Observed, captured: Captured) {
  const entry = findings.length > 0 ? entryOf(captured) : undefined
  if (entry === undefined) return { findings, example: observed }
  const vault = new Vault()
  redactEntry(entry, vault)
  return strikeEntry({ findings, example: observed }, vault)
}
