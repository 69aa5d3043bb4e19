import type { IncomingMessage } from 'node:http'
import type { CapturedMessage } from './captured.ts'
import { pairsOf } from './headers.ts'

/** Larger bodies pass, but are neither kept nor judged. */
export const KEPT_BYTES = 1024 * 1024

/** Keeps a copy of a body that passes, up to 1 MB. */
export class BodyCapture {
  #chunks: Buffer[] = []
  length = 0

  add(chunk: Buffer): void {
    this.length += chunk.length
    if (this.isTooLong) this.#chunks = []
    else this.#chunks.push(chunk)
  }

  get isTooLong(): boolean {
    return this.length > KEPT_BYTES
  }

  /** Undefined if it is larger than 1 MB. */
  get body(): Buffer | undefined {
    if (this.isTooLong) return undefined
    return this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks)
  }
}

export function capturedMessage(message: IncomingMessage, capture: BodyCapture): CapturedMessage {
  const { rawHeaders, rawTrailers } = message
  return {
    headers: pairsOf(rawHeaders),
    body: capture.body,
    length: capture.length,
    ...(rawTrailers.length > 0 && { trailers: pairsOf(rawTrailers) }),
  }
}

/**
 * The whole body of a request, which stays readable for others; undefined if it is larger than 1 MB, or the client
 * hung up.
 */
export async function peekBody(req: IncomingMessage): Promise<Buffer | undefined> {
  const capture = new BodyCapture()
  const chunks: Buffer[] = []
  while (!req.destroyed) {
    const length = req.readableLength
    if (length > 0) {
      // With its exact length, or the stream would end here.
      const chunk = req.read(length) as Buffer
      chunks.push(chunk)
      capture.add(chunk)
    }
    if (req.complete || capture.isTooLong) break
    await moreOf(req)
  }
  if (req.destroyed) return undefined
  if (chunks.length > 0) req.unshift(Buffer.concat(chunks))
  return capture.body
}

/** Resolves when something has arrived, or nothing more will. */
function moreOf(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of EVENTS) req.off(event, done)
      resolve()
    }
    for (const event of EVENTS) req.once(event, done)
    // Asks for more.
    req.read(0)
  })
}

const EVENTS = ['readable', 'end', 'close', 'error']
