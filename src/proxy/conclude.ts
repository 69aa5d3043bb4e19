import type { Exchange } from '../pipeline/exchange.ts'
import { KEPT_OF_BODY } from '../state/logged-exchange.ts'
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
  { judge, state }: PassingParts,
): Promise<void> {
  keepForLog(exchange, captured)
  if (!isJudged) return
  const isTooLong = [captured.request, captured.response].some(
    (message) => message !== undefined && message.length > KEPT_BYTES,
  )
  const verdict = isTooLong ? undefined : await judged(judge.judge(captured), state)
  if (verdict === undefined) state.unjudged += 1
  exchange.violations = verdict?.violations
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
  exchange.answer = beginningOf(response).toString()
  exchange.isAnswerCut = response.length > KEPT_OF_BODY
}

/** A copy: a part of the buffer would keep all of it alive. */
function beginningOf({ body }: CapturedMessage): Buffer {
  return Buffer.from(body?.subarray(0, KEPT_OF_BODY) ?? [])
}
