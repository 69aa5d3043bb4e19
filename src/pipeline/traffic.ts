import type { Request, RequestHandler, Response } from 'express'
import type { Traffic } from '../runtime/traffic.ts'
import { exchangeOf } from './exchange.ts'

/** The parts that limit what accounts use of this process. */
export interface TrafficParts {
  traffic: Traffic
}

/** Refuses a request of an account that has used up its requests or bytes of this minute (hosted demos). */
export function limitTraffic({ traffic }: TrafficParts): RequestHandler {
  return (req, res, next) => {
    const { caller } = exchangeOf(res)
    if (caller) meter({ req, res }, caller.account.id, traffic)
    next()
  }
}

/**
 * Charges a request, and then its bytes, to the account: the body that was received, and all that is written, before
 * that if its size is known. Throws an ApiError if the account has used up its minute. Streams call the returned
 * function to charge what they have written so far; it returns whether they may go on.
 */
export function meter(
  { req, res }: { req: Request; res: Response },
  accountId: string,
  traffic: Traffic,
): () => boolean {
  if (!traffic.isEnforced) return () => true
  traffic.charge(accountId)
  const { socket } = req
  const exchange = exchangeOf(res)
  let charged = socket.bytesWritten
  const settle = () => {
    const more = Math.max(0, socket.bytesWritten - charged)
    charged += more
    return traffic.add(accountId, more)
  }
  exchange.charge = (bytes) => {
    traffic.take(accountId, bytes)
    charged += bytes
  }
  traffic.add(accountId, exchange.sentLength)
  res.once('close', settle)
  return settle
}
