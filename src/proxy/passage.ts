import type { Request, Response } from 'express'
import type { Source } from '../../contract-tests/traffic/observed.ts'
import type { Exchange } from '../pipeline/exchange.ts'
import type { Enforcement, UpstreamParts } from '../pipeline/upstream.ts'
import { type BodyCapture, capturedMessage } from './capture.ts'
import type { Captured } from './captured.ts'
import type { Hybrid } from './collaborators.ts'
import type { Forwarder } from './forward.ts'
import type { Judge } from './judge.ts'
import type { Tape } from './tape.ts'
import type { Target } from './target.ts'

/** A request on its way through the proxy. */
export interface Passage {
  req: Request
  res: Response
  exchange: Exchange
  /** Path and query below the API root; undefined outside. */
  apiPath: string | undefined
  /** False if the client asked to pass without a judgement. */
  isJudged: boolean
  /** Whether the client waits for `100 Continue` before it sends the body. */
  awaitsContinue: boolean
  /** The body, where it had to be read before a decision; undefined if it is larger than 1 MB. */
  peeked: Uint8Array | undefined
  /** What was sent of the body. */
  sent: BodyCapture
  /** Epoch milliseconds. */
  at: number
  /** Monotonic milliseconds. */
  startedAt: number
}

/** What the stage and its parts work with. */
export interface PassingParts {
  sandbox: UpstreamParts
  target: Target
  forwarder: Forwarder
  allowLiveKey: boolean
  state: PassingState
  judge: Judge
  tape: Tape
  hybrid: Hybrid | undefined
}

/** What may change while the proxy runs. */
export interface PassingState {
  enforce: Enforcement | null
  unjudged: number
  sources: Record<Source, number>
}

/** Lets the client send its body, if it waits for that. */
export function continueRequest(passage: Passage): void {
  if (!passage.awaitsContinue) return
  passage.awaitsContinue = false
  passage.res.writeContinue()
}

/** What is known of an exchange by now. */
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
