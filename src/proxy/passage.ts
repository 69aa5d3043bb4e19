import type { Request, Response } from 'express'
import type { AccountHead } from '../accounts/account.ts'
import { accountOf, OPERATOR } from '../control/account.ts'
import type { Exchange } from '../pipeline/exchange.ts'
import type {
  Enforcement,
  UpstreamChange,
  UpstreamParts,
  UpstreamState,
} from '../pipeline/upstream.ts'
import type { Source } from '../schema/traffic.ts'
import { type BodyCapture, type Captured, capturedMessage } from './captured.ts'
import type { Forwarder } from './forward.ts'
import type { HeaderPair } from './headers.ts'
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
  /** The part of the body that was sent. */
  sent: BodyCapture
  /** Epoch milliseconds. */
  at: number
  /** Monotonic milliseconds. */
  startedAt: number
}

/** An answer of the upstream before it is passed on, or why there is none. */
export type Outcome =
  | { status: number; body: Uint8Array | undefined; headers: readonly HeaderPair[] }
  | { failure: NonNullable<Captured['failure']> }

/** Decides what the sandbox answers in place of the upstream; `hybrid.ts` has it. */
export interface Hybrid {
  /** Fault rules and delays. False if the request is answered or hung up; throws the error of a rule. */
  prepare(passage: Passage): Promise<boolean>
  /** Whether the sandbox answers. */
  takes(passage: Passage): boolean | Promise<boolean>
  /** Whether an answer with this status may show that the upstream lacks the operation. */
  mayLack(status: number): boolean
  /** Whether the sandbox answers after all, because the upstream lacks the operation. Nothing was sent to the client yet. */
  takesMissing(passage: Passage, outcome: Outcome): boolean
  /** Sees each exchange with the upstream when it is over. */
  observed(captured: Captured): void
  change(change: Pick<UpstreamChange, 'sandboxOperations' | 'sandboxMissing'>): void
  state(): Pick<UpstreamState, 'sandbox_operations' | 'sandbox_missing'>
}

/** The parts that the stage and its helpers work with. */
export interface PassingParts {
  sandbox: UpstreamParts
  target: Target
  forwarder: Forwarder
  allowLiveKey: boolean
  state: PassingState
  judge: Judge
  tape: Tape
  hybrid: Hybrid
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

/** Lets the client send its body, if it waits for that. */
export function continueRequest(passage: Passage): void {
  if (!passage.awaitsContinue) return
  passage.awaitsContinue = false
  passage.res.writeContinue()
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
