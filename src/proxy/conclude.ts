import type { Exchange } from '../pipeline/exchange.ts'
import { createRedaction } from '../runtime/redaction.ts'
import { KEPT_OF_BODY } from '../runtime/request-log.ts'
import { type Captured, type CapturedMessage, KEPT_BYTES } from './captured.ts'
import type { Verdict } from './judge.ts'
import type { Passage, PassingParts } from './passage.ts'

/** Judges, records and logs an exchange that is over. Never rejects. */
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

/** Keeps what an exchange showed, for recordings and for later requests. It has not to delay the answer. */
export function keep(captured: Captured, { tape, hybrid }: PassingParts): void {
  if (captured.source === 'upstream') tape.record(captured)
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
