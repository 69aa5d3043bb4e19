import type { RequestHandler } from 'express'
import { isLive } from '../../contract-tests/http/credentials.ts'
import { tokenPrefix } from '../accounts/token.ts'
import { ApiError } from '../errors.ts'
import { exchangeOf, serverUrl } from '../pipeline/exchange.ts'
import { actOn } from '../pipeline/fault-rules.ts'
import { HungUpRequests } from '../pipeline/hung-up-requests.ts'
import { isPreflight } from '../pipeline/origins.ts'
import { splitUrl } from '../pipeline/routing.ts'
import type { Enforcement } from '../pipeline/upstream.ts'
import type { Finding } from '../schema/traffic.ts'
import { BodyCapture, peekBody } from './captured.ts'
import type { CassetteAnswer } from './cassette/cassette.ts'
import { tokenOf } from './hybrid.ts'
import { continueRequest, operationMatchOf, type Passage } from './passage.ts'
import { capturedOf, type PassingParts, shownAccount } from './passing.ts'
import { relay, replay } from './relay.ts'

/**
 * The way of a request through the proxy. A fault rule may answer it, the sandbox may take it, a recording may answer it, or
 * it is forwarded; if the upstream lacks the operation, the sandbox may answer after all. `relay` and `replay` send and judge,
 * and `relay` records.
 */
export function passThrough(parts: PassingParts): RequestHandler {
  const { hybrid, cassette, state } = parts
  const hungUp = new HungUpRequests()
  return async (req, res, next) => {
    const passage = await begin(req, res, parts)
    const answerFromSandbox = () => {
      continueRequest(passage)
      state.sources.sandbox += 1
      passage.exchange.source = 'sandbox'
      res.setHeader('X-Sandbox-Source', 'sandbox')
      if (passage.apiPath !== undefined) req.url = parts.sandbox.config.apiPath + passage.apiPath
      next()
    }

    requireTestKey(passage, parts)
    if (!(await passesRules(passage, hungUp, parts))) return
    const { enforce } = state
    const isQuestion = isPreflight(req)
    const isEnforced = enforce !== null && passage.isJudged && !isQuestion
    if (isEnforced || cassette.replays) await readAhead(passage)
    if (res.destroyed) return
    // A larger body passes unread.
    if (isEnforced && passage.peeked) await requireSound(passage, enforce, parts)
    if (await hybrid.takes(passage)) return answerFromSandbox()
    // The page gets the headers of the sandbox with a recorded answer, too.
    if (isQuestion && cassette.replays) return answerFromSandbox()
    const recorded = cassette.replays ? recordedFor(passage, parts) : undefined
    if (recorded) await replay(passage, recorded, parts)
    else await relay(passage, answerFromSandbox, parts)
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

/** Applies fault rules and delays. False if a rule has answered or hung up; throws the error of a rule. */
async function passesRules(
  { req, res, exchange, apiPath }: Passage,
  hungUp: HungUpRequests,
  { sandbox }: PassingParts,
): Promise<boolean> {
  const { caller, operation } = exchange
  if (!caller || !operation || apiPath === undefined) return true
  let isPassed = false
  const next = () => {
    isPassed = true
  }
  try {
    const request = {
      path: splitUrl(apiPath).path,
      key: { id: '', prefix: tokenPrefix(tokenOf(req) ?? '') },
    }
    const { document } = sandbox.current()
    await actOn({ req, res, next, isPassing: true }, request, { ...sandbox, document, hungUp })
  } catch (error) {
    exchange.source = 'sandbox'
    res.setHeader('X-Sandbox-Source', 'sandbox')
    throw error
  }
  // A body that is broken on purpose must not be compressed, or clients would fail to decompress it.
  const ids = exchange.fault?.split(', ') ?? []
  if (ids.some((id) => caller.account.faults[id]?.body)) leaveOutAcceptEncoding(req)
  // The client may have hung up during a delay.
  return isPassed && !res.destroyed
}

function leaveOutAcceptEncoding(req: Passage['req']): void {
  const { rawHeaders } = req
  req.rawHeaders = rawHeaders.filter(
    (_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== 'accept-encoding',
  )
}

/** Reads the body before anything is sent; the next stage can read it again. */
async function readAhead(passage: Passage): Promise<void> {
  continueRequest(passage)
  passage.peeked = await peekBody(passage.req)
}

/** Refuses a request with violations, so that it is not forwarded. Throws an ApiError that lists them. */
async function requireSound(
  passage: Passage,
  enforce: Enforcement,
  parts: PassingParts,
): Promise<void> {
  const { exchange } = passage
  const captured = capturedOf(passage, parts, {})
  const refused = parts.judge
    .judgeRequest(captured)
    .filter(({ kind }) => enforce === 'assumed' || kind === 'contradicts_stated')
  const [first, ...others] = refused
  if (!first) return
  exchange.source = 'sandbox'
  const { violations } = await parts.judge.judge({ ...captured, source: 'sandbox' })
  exchange.violations = violations
  const { statement, section, expected, actual } = first
  const more = others.length === 0 ? '' : ` ${others.length} more in details.violations.`
  throw new ApiError(
    'invalid_input',
    `The request was not forwarded. ${statement} (${section}) Expected ${expected}; found ${actual}.${more}`,
    {
      details: { violations: refused.map(shown) },
      headers: {
        'X-Sandbox-Source': 'sandbox',
        'X-Sandbox-Violations': `${refused.length}; ${exchange.id}`,
      },
    },
  )
}

function shown({ kind, fact, section, statement, expected, actual }: Finding) {
  return { kind, fact: fact ?? null, section, statement, expected, actual }
}

/** The recorded answer, if there is one. Throws an ApiError in replay mode if there is not. */
function recordedFor(passage: Passage, parts: PassingParts): CassetteAnswer | undefined {
  passage.exchange.source = 'cassette'
  const origin = serverUrl(passage.req, parts.sandbox)
  try {
    return parts.cassette.answer({ ...capturedOf(passage, parts, {}), origin })
  } catch (error) {
    // This, too, is an answer.
    parts.state.sources.cassette += 1
    throw error
  }
}
