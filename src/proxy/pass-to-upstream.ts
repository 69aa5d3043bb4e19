import type { RequestHandler } from 'express'
import { isLive } from '../../contract-tests/http/misplaced.ts'
import { ApiError } from '../errors.ts'
import { exchangeOf, serverUrl } from '../pipeline/exchange.ts'
import { isPreflight } from '../pipeline/origins.ts'
import { BodyCapture, peekBody } from './captured.ts'
import type { CassetteAnswer } from './cassette/cassette.ts'
import { requireSound } from './enforcement.ts'
import { operationMatchOf } from './match-of.ts'
import {
  capturedOf,
  continueRequest,
  type Passage,
  type PassingParts,
  shownAccount,
} from './passage.ts'
import { relay } from './relay.ts'
import { replay } from './replay.ts'

/**
 * The stage that answers from the upstream or a cassette, or passes a request on to the stages of the sandbox. It changes
 * no byte of either message.
 */
export function passToUpstream(parts: PassingParts): RequestHandler {
  const { hybrid, tape, state } = parts
  return async (req, res, next) => {
    const passage = await begin(req, res, parts)
    const handOn = () => {
      continueRequest(passage)
      state.sources.sandbox += 1
      passage.exchange.source = 'sandbox'
      res.setHeader('X-Sandbox-Source', 'sandbox')
      if (passage.apiPath !== undefined) req.url = parts.sandbox.config.apiPath + passage.apiPath
      next()
    }

    requireTestKey(passage, parts)
    if (!(await hybrid.prepare(passage))) return
    const { enforce } = state
    const isQuestion = isPreflight(req)
    const isEnforced = enforce !== null && passage.isJudged && !isQuestion
    if (isEnforced || tape.replays) await readAhead(passage)
    if (isEnforced) await requireSound(passage, enforce, parts)
    if (await hybrid.takes(passage)) return handOn()
    // The page gets the headers of the sandbox with a recorded answer, too.
    if (isQuestion && tape.replays) return handOn()
    const recorded = tape.replays ? recordedFor(passage, parts) : undefined
    if (recorded) await replay(passage, recorded, parts)
    else await relay(passage, handOn, parts)
  }
}

/** Facts about a request before anything is decided. */
async function begin(
  req: Passage['req'],
  res: Passage['res'],
  { sandbox, target }: PassingParts,
): Promise<Passage> {
  const exchange = exchangeOf(res)
  const { clock } = sandbox
  const { expect = '', prefer = '' } = req.headers
  const apiPath = target.apiPathOf(req.url)
  const { router } = sandbox.current()
  if (apiPath !== undefined) {
    exchange.operation = operationMatchOf(router, req.method, apiPath)?.operation
  }
  const passage: Passage = {
    req,
    res,
    exchange,
    apiPath,
    isJudged: !/(?:^|[,;\s])validation="?off\b/i.test(String(prefer)),
    awaitsContinue: /100-continue/i.test(expect),
    peeked: undefined,
    sent: new BodyCapture(),
    at: clock.wallTime(),
    startedAt: clock.elapsed(),
  }
  const account = await shownAccount(sandbox)
  if (account) {
    exchange.caller = { account, key: undefined, session: undefined }
    exchange.now = clock.of(account)
  }
  return passage
}

/** Refuses a request with a production key (§5.3), which could change real data. */
function requireTestKey({ req, exchange }: Passage, { allowLiveKey }: PassingParts): void {
  if (allowLiveKey) return
  const words = [...Object.values(req.headers), req.url].join(' ').split(/[^\w-]+/)
  if (!words.some(isLive)) return
  exchange.source = 'sandbox'
  throw new ApiError(
    'permission_denied',
    'The request has a live key, which works on production data, so it was not forwarded. Send a test key (svc_test_…), or start the proxy with --allow-live-key if you mean it.',
    { headers: { 'X-Sandbox-Source': 'sandbox' } },
  )
}

/** The recorded answer, if there is one. Throws an ApiError in replay mode if there is not. */
function recordedFor(passage: Passage, parts: PassingParts): CassetteAnswer | undefined {
  passage.exchange.source = 'cassette'
  const origin = serverUrl(passage.req, parts.sandbox)
  try {
    return parts.tape.answer({ ...capturedOf(passage, parts, {}), origin })
  } catch (error) {
    // This, too, is an answer.
    parts.state.sources.cassette += 1
    throw error
  }
}

/** Reads the body before anything is sent; the next stage can read it again. */
async function readAhead(passage: Passage): Promise<void> {
  continueRequest(passage)
  passage.peeked = await peekBody(passage.req)
}
