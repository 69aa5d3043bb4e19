import type { Source } from '../schema/traffic.ts'

export type { Source }

/** A header as it was on the wire. */
export type HeaderPair = readonly [name: string, value: string]

/** The bytes of a message, with its content coding, without its transfer coding. */
export interface CapturedMessage {
  headers: HeaderPair[]
  /** Undefined if it is larger than 1 MB. */
  body: Uint8Array | undefined
  /** Bytes of the whole body. */
  length: number
  trailers?: HeaderPair[]
}

/** A request that an app made through the proxy, and what came back. */
export interface Captured {
  /** As in `X-Sandbox-Violations` and the request log. */
  id: string
  source: Source
  /** Epoch milliseconds. */
  at: number
  /** Monotonic milliseconds. */
  startedAt: number
  endedAt: number
  method: string
  /** Path and query as received. */
  target: string
  /** Path and query below the API root; undefined outside. */
  apiPath: string | undefined
  upstreamUrl: string
  request: CapturedMessage
  response?: CapturedMessage & { status: number; statusMessage: string }
  failure?: {
    kind: 'refused' | 'reset' | 'timeout' | 'invalid' | 'client_gone'
    message: string
  }
}
