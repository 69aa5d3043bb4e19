import type { IncomingHttpHeaders } from 'node:http'

/** A request that was answered or broken off. */
export interface TracedRequest {
  /** The operation; one of a fixed set of names. */
  operation: string
  /** The path of the operation, with its parameters in braces. */
  route: string | undefined
  method: string
  /** Path and query, with secrets redacted. */
  url: string
  /** Undefined if no answer was sent. */
  status: number | undefined
  requestId: string
  account: string | undefined
}

/** An event that is sent to a receiver. */
interface TracedMessage {
  eventId: string
  url: string
  headers?: Readonly<Record<string, string>>
}

/** Sends spans to a collector (OpenTelemetry). */
export interface Tracing {
  /** Calls `handle` within a span that continues the trace of `traceparent` (W3C Trace Context), until `end` is called. */
  request(
    headers: IncomingHttpHeaders,
    handle: (end: (request: TracedRequest) => void) => void,
  ): void
  /** Notes that the present request, if there is one, caused these events: attempts to send them are linked to it. */
  caused(eventIds: readonly string[]): void
  /** Calls `send` within a span, with a message that has its `traceparent`. */
  attempt<
    Message extends TracedMessage,
    Sent extends { status: number | null; error: string | null },
  >(
    message: Message,
    send: (message: Message) => Promise<Sent | undefined>,
  ): Promise<Sent | undefined>
  /** Resolves when all spans are sent, or cannot be. */
  close(): Promise<void>
}
