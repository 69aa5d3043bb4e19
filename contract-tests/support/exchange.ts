/** Which key a request carries. `misspelled` is the main key with a mistake in it. */
export type Credential =
  | 'main'
  | 'restricted'
  | 'limited'
  | 'revoked'
  | 'other'
  | 'misspelled'
  | 'anonymous'

/** One request, and what came of it. */
export interface Exchange {
  credential: Credential
  /** operationId, where the request is one of an operation of the document. */
  operation?: string
  method: string
  url: string
  requestHeaders: Record<string, string>
  requestBody?: string
  /** Absent where none came, or none that was whole. */
  response?: Response
  /** What happened instead of a whole response. */
  broken?: Broken
  /** Milliseconds since the run began. */
  startedAt: number
  endedAt: number
}

export interface Response {
  status: number
  /** By lower-case name; a repeated header is joined by `, `, as HTTP defines it. */
  headers: Record<string, string>
  text: string
  /** Whether the bytes of the body are valid UTF-8, which JSON has to be (RFC 8259 §8.1). */
  isUtf8: boolean
  /** The parsed body; undefined where it is no JSON. */
  json: unknown
}

/**
 * `truncated`: the connection ended within the response. `no_answer`: it ended before one.
 * `timeout`: nothing came in time. `invalid`: what came is no HTTP.
 */
export interface Broken {
  kind: 'truncated' | 'no_answer' | 'timeout' | 'invalid'
  message: string
  /** The connection was kept from the request before: the server may have closed it meanwhile. */
  wasIdle?: boolean
}
