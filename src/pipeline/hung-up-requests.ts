import type { Request } from 'express'
import type { FaultRule } from '../accounts/fault.ts'

/**
 * Whether a client repeats a request at once, without telling the app, if a connection breaks that it had kept open. Chromium
 * repeats any request; others those that have the effect of one when they are sent twice (RFC 9110 §9.2.2).
 */
function isRepeating({ method, headers }: Request): boolean {
  const agent = headers['user-agent'] ?? ''
  if (/Chrome\/\d/.test(agent)) return true
  return /(?:Firefox|Safari|Bun)\/\d/.test(agent) && !/^(?:POST|PATCH)$/.test(method)
}

/** They take a few milliseconds. An app that waits before it tries again does so for longer. */
const AT_ONCE_MS = 500

interface HungUp {
  rule: FaultRule
  socket: Request['socket']
  /** Monotonic milliseconds. */
  at: number
}

/**
 * Requests that were hung up on connections that were open before. The repetition of such a client counts as the same request,
 * or the app would never see the fault.
 */
export class HungUpRequests {
  readonly #requests = new Map<string, HungUp>()

  /** Notes a request that is about to be hung up; `now` in monotonic milliseconds. */
  note(req: Request, rule: FaultRule, now: number): void {
    for (const [key, { at }] of this.#requests) {
      if (now - at > AT_ONCE_MS) this.#requests.delete(key)
    }
    const { socket } = req
    const wasOpen = socket.bytesWritten > 0
    if (!wasOpen || !isRepeating(req)) return
    this.#requests.set(keyOf(req), { rule, socket, at: now })
  }

  /** The rule by which the same request was hung up just now, once. */
  repeated(req: Request, now: number): FaultRule | undefined {
    const key = keyOf(req)
    const found = this.#requests.get(key)
    if (!found || found.socket === req.socket || now - found.at > AT_ONCE_MS) return undefined
    this.#requests.delete(key)
    return found.rule
  }
}

function keyOf({ method, originalUrl, headers }: Request): string {
  return JSON.stringify([method, originalUrl, headers.authorization])
}
