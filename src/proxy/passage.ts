import type { Request, Response } from 'express'
import type { Match, Router } from '../openapi/served/router.ts'
import type { Exchange } from '../pipeline/exchange.ts'
import { splitUrl, withoutTrailingSlash } from '../pipeline/routing.ts'
import type { BodyCapture } from './captured.ts'

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
  /** The operation and the ids that it names, where they decide who answers. */
  asked?: { match: OperationMatch; ids: string[] }
  /** Epoch milliseconds. */
  at: number
  /** Monotonic milliseconds. */
  startedAt: number
}

export type OperationMatch = Extract<Match, { operation: unknown }>

/**
 * The operation for a method and a path and query below the API root, as the document has it. Undefined without one, and
 * for a broken percent escape, which is for the upstream to judge.
 */
export function operationMatchOf(
  router: Router,
  method: string,
  apiPath: string,
): OperationMatch | undefined {
  try {
    const match = router.match(method, withoutTrailingSlash(splitUrl(apiPath).path))
    return match && 'operation' in match ? match : undefined
  } catch {
    return undefined
  }
}

/** Lets the client send its body, if it waits for that. */
export function continueRequest(passage: Passage): void {
  if (!passage.awaitsContinue) return
  passage.awaitsContinue = false
  passage.res.writeContinue()
}
