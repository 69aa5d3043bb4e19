import type { Exchange } from '../pipeline/exchange.ts'
import { createRedaction } from '../runtime/redaction.ts'
import { KEPT_OF_BODY } from '../runtime/request-log.ts'
import { KEPT_BYTES } from './capture.ts'
import type { Captured, CapturedMessage } from './captured.ts'
import type { Passage, PassingParts, PassingState } from './passage.ts'

/** How long the verdict on an answer that was held may take. */
export const VERDICT_MS = 1000

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
  const verdict = isTooLong ? TOO_LONG : await judged(parts.judge.judge(captured), parts.state)
  const reason = verdict ? verdict.unjudged : 'exchanges came faster than they could be judged'
  if (reason === undefined) exchange.violations = verdict?.violations
  else countUnjudged(captured, reason, parts)
}

const TOO_LONG = { violations: [], unjudged: 'a body is larger than 1 MB' }

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

/** The value of X-Sandbox-Violations, if there is one. `isKnown`: the verdict came in time. */
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

/** The verdict, which readers of violations wait for. */
async function judged<Verdict>(
  verdict: Promise<Verdict>,
  { judging }: Pick<PassingState, 'judging'>,
): Promise<Verdict> {
  judging.add(verdict)
  return verdict.finally(() => judging.delete(verdict))
}

/** Whether a verdict is known soon enough for the head of the answer. */
export function inTime(
  verdict: Promise<void>,
  { deadlines }: Pick<PassingParts, 'deadlines'>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const late = () => resolve(false)
    deadlines.verdict.begin(late)
    void verdict.then(() => {
      deadlines.verdict.end(late)
      resolve(true)
    })
  })
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
