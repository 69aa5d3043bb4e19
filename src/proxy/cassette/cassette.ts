import type { Log } from '../../log.ts'
import type { ProxyMode } from '../../pipeline/upstream.ts'
import type { Clock } from '../../time/clock.ts'
import type { Captured, CapturedMessage, HeaderPair } from '../captured.ts'

/** A request that a cassette may answer. */
export interface CassetteRequest {
  method: string
  /** Path and query as received. */
  target: string
  /** Path and query below the API root; undefined outside. */
  apiPath: string | undefined
  upstreamUrl: string
  /** Scheme, host and port under which the client reached the proxy, for links to recorded files. */
  origin: string
  request: Pick<CapturedMessage, 'headers' | 'body' | 'length'>
}

/** A recorded response as it is sent again. */
export interface CassetteAnswer {
  status: number
  statusMessage: string
  /** Without hop-by-hop headers; Content-Encoding and Content-Length fit the body. */
  headers: HeaderPair[]
  /** Empty for a HEAD request and for a status without a body. */
  body: Uint8Array
}

/** Why no recording answers a request: `message` and `details` of the envelope (§7). */
export interface Unmatched {
  message: string
  details: Record<string, unknown>
}

export type Replay = { answer: CassetteAnswer } | { unmatched: Unmatched }

export interface CassetteParts {
  clock: Clock
  log: Log
  /** The operation of a method and a path below the API root; undefined for an unknown one. */
  operationOf: (method: string, path: string) => { id: string; path: string } | undefined
}

/** As `GET /_sandbox/proxy` shows it. */
export interface CassetteState {
  file: string
  /** Exchanges in the cassette. */
  recorded: number
  /** Answers from the cassette since the mode was set. */
  replayed: number
  /** Exchanges that were not written, because the cassette is full. */
  unrecorded: number
  /** Why the file could not be written; null if it could. */
  problem: string | null
}

/** A file of recorded exchanges (HAR 1.2), and the answers from it. */
export class Cassette {
  /** Rejects with a ConfigError for a file that the mode cannot use. */
  static async open(_file: string, _mode: ProxyMode, _parts: CassetteParts): Promise<Cassette> {
    throw new Error('not yet')
  }

  /** The answer of mode `replay` and `update`; repeated requests get the recorded answers in order. */
  replay(_request: CassetteRequest): Replay {
    throw new Error('not yet')
  }

  /** Adds an exchange in mode `record` and `update`. Secrets are struck out first. Returns at once; never throws. */
  record(_captured: Captured): void {}

  /** Switches the mode; a replay begins with the first answers. Rejects with a ConfigError, and keeps the mode. */
  async change(_mode: ProxyMode): Promise<void> {}

  state(): CassetteState {
    throw new Error('not yet')
  }

  /** Writes what was recorded. Rejects if the file cannot be written. */
  async flush(): Promise<void> {}

  /** As `flush`; may be called twice. */
  async close(): Promise<void> {}
}
