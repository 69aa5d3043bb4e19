/** The key of a request. `misspelled` is the main key with a mistake. */
export type Credential =
  | 'main'
  | 'restricted'
  | 'limited'
  | 'revoked'
  | 'other'
  | 'logout'
  | 'misspelled'
  | 'anonymous'

/** A cookie as it is sent, and as reports show it. */
export interface Cookie {
  sent: string
  shown: string
}

/** A request and its response. */
export interface Exchange {
  credential: Credential
  /** operationId, if the request is one of an operation. */
  operation?: string
  method: string
  url: string
  requestHeaders: Record<string, string>
  requestBody?: string
  /** Absent without a complete response. */
  response?: Response
  /** The failure in place of a complete response. */
  broken?: Broken
  /** Why a repetition of the request took its place. Checks judge the repetition. */
  transient?: Transient
  /** Set for such a repetition: why the request was repeated. It may have been carried out twice, if it was `lost` or `failed`. */
  repeats?: Transient
  /** Milliseconds since the run began. */
  startedAt: number
  endedAt: number
}

/**
 * `throttled`: too many requests in a short time. `lost`: no complete response. `failed`: the service failed. `stale`:
 * an earlier write did not show yet.
 */
export type Transient = 'throttled' | 'lost' | 'failed' | 'stale'

export interface Response {
  status: number
  /** By lower-case name; a repeated header is joined by `, `, as HTTP defines it. */
  headers: Record<string, string>
  text: string
  /** Whether the bytes of the body are valid UTF-8, which JSON has to be (RFC 8259 §8.1). */
  isUtf8: boolean
  /** The parsed body; undefined if it is not JSON. */
  json: unknown
}

/** `skipped`: not sent, by `--skip`. `truncated`: the connection ended within the response; `no_answer`: before it. `invalid`: the response is not HTTP. `undecodable`: its body is not what its headers say. */
export interface Broken {
  kind: 'truncated' | 'no_answer' | 'timeout' | 'invalid' | 'undecodable' | 'skipped'
  message: string
  /** The connection was idle before, so the server may have closed it. */
  wasIdle?: boolean
}
