import type { AccountHead } from '../accounts/account.ts'
import { accountOf, OPERATOR } from '../control/account.ts'
import type { Exchange } from '../pipeline/exchange.ts'
import type { Enforcement, UpstreamParts } from '../pipeline/upstream.ts'
import { createRedaction } from '../runtime/redaction.ts'
import { KEPT_OF_BODY } from '../runtime/request-log.ts'
import type { Source } from '../schema/traffic.ts'
import { type Captured, type CapturedMessage, capturedMessage, KEPT_BYTES } from './captured.ts'
import type { Cassette } from './cassette/cassette.ts'
import type { Forwarder } from './forward.ts'
import type { HybridSandbox } from './hybrid.ts'
import type { Judge, Verdict } from './judge.ts'
import type { Passage } from './passage.ts'
import type { Target } from './target.ts'

/** The parts of a proxy that a request passes. */
export interface PassingParts {
  sandbox: UpstreamParts
  target: Target
  forwarder: Forwarder
  allowLiveKey: boolean
  state: PassingState
  judge: Judge
  cassette: Cassette
  hybrid: HybridSandbox
}

/** State that may change while the proxy runs. */
export interface PassingState {
  enforce: Enforcement | null
  /** How many exchanges were not judged, by the reason. */
  unjudged: Map<string, number>
  sources: Record<Source, number>
  /** Verdicts that are not known yet. */
  judging: Set<Promise<unknown>>
}

/** The account under which the log shows what passes: the one that the sandbox shows the operator first, if it has any. */
export function shownAccount({
  store,
}: Pick<UpstreamParts, 'store'>): Promise<Readonly<AccountHead> | undefined> {
  return accountOf(OPERATOR, undefined, { store }).catch(() => undefined)
}

/** The known part of an exchange at this time. */
export function capturedOf(
  { req, exchange, apiPath, sent, peeked, at, startedAt }: Passage,
  { target, sandbox }: PassingParts,
  known: Partial<Pick<Captured, 'response' | 'failure'>>,
): Captured {
  const request = capturedMessage(req, sent)
  return {
    id: exchange.id,
    source: 'upstream',
    at,
    startedAt,
    endedAt: sandbox.clock.elapsed(),
    method: req.method,
    target: req.originalUrl,
    apiPath,
    upstreamUrl: target.origin + target.pathFor(req.url),
    request: peeked ? { ...request, body: peeked, length: peeked.length } : request,
    ...known,
  }
}

/** Judges, logs and records an exchange that is over. Never rejects. */
export function conclude(passage: Passage, captured: Captured, parts: PassingParts): Promise<void> {
  const verdict = judgePassed(passage, captured, parts)
  keep(captured, parts)
  return verdict
}

/** Judges an exchange that is over, and logs it. Never rejects. */
export async function judgePassed(
  { exchange, isJudged }: Passage,
  captured: Captured,
  parts: PassingParts,
): Promise<void> {
  keepForLog(exchange, captured)
  if (!isJudged) return
  const isTooLong = [captured.request, captured.response].some(
    (message) => message !== undefined && message.length > KEPT_BYTES,
  )
  const { violations, unjudged } = isTooLong ? TOO_LONG : await verdictOn(captured, parts)
  if (unjudged === undefined) exchange.violations = violations
  else countUnjudged(captured, unjudged, parts)
}

const TOO_LONG = { violations: [], unjudged: 'a body is larger than 1 MB' }

/** The verdict, which readers of violations wait for. */
function verdictOn(captured: Captured, { judge, state }: PassingParts): Promise<Verdict> {
  const verdict = judge.judge(captured)
  state.judging.add(verdict)
  return verdict.finally(() => state.judging.delete(verdict))
}

/** More would be a list of what an upstream makes up. */
const MOST_REASONS = 20

function countUnjudged(
  { method, target }: Captured,
  reason: string,
  { sandbox, state: { unjudged } }: PassingParts,
): void {
  const key = unjudged.has(reason) || unjudged.size < MOST_REASONS ? reason : 'other reasons'
  const count = unjudged.get(key) ?? 0
  unjudged.set(key, count + 1)
  const path = createRedaction(sandbox.current().document.secretPrefixes)(target)
  if (count === 0) sandbox.log.notice(`Not judged: ${method} ${path}: ${reason}.`)
}

/** The value of X-Sandbox-Violations, if there is one. `isKnown`: the exchange was judged already. */
export function violationsHeader({ exchange, isJudged }: Passage, isKnown: boolean): string[] {
  if (!isJudged) return []
  const count = isKnown ? (exchange.violations?.length ?? 'unjudged') : 'pending'
  return ['X-Sandbox-Violations', `${count}; ${exchange.id}`]
}

/** Keeps what an exchange showed, for recordings and for later requests. */
export function keep(captured: Captured, { cassette, hybrid }: PassingParts): void {
  if (captured.source === 'upstream') cassette.record(captured)
  hybrid.observed(captured)
}

/** Keeps the beginning of both bodies for the request log. */
function keepForLog(exchange: Exchange, { request, response }: Captured): void {
  if (request.length > 0) {
    exchange.sentBody = beginningOf(request)
    exchange.sentLength = request.length
  }
  if (!response) return
  exchange.answer = beginningOf(response)
  exchange.isAnswerCut = response.length > KEPT_OF_BODY
}

/** A copy: a part of the buffer would keep all of it alive. */
function beginningOf({ body }: CapturedMessage): Buffer {
  return Buffer.from(body?.subarray(0, KEPT_OF_BODY) ?? [])
}
