import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { failureEnvelope } from '../pipeline/envelope.ts'
import { createRedaction, withoutCredentials } from '../runtime/redaction.ts'
import { endToEnd, type FlatHeaders, headersByName, headText } from './headers.ts'
import { type PassingParts, shownAccount } from './passing.ts'

/** The parts of a proxy that a tunnel uses. */
export type TunnelParts = Pick<PassingParts, 'forwarder' | 'sandbox' | 'state'>

/**
 * Forwards a request that changes the protocol, and then the bytes of both sides. What the upstream answers instead is
 * passed on, and ends the connection. Logged when it is answered, since it may stay open for hours.
 */
export function openTunnel(
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  parts: TunnelParts,
): void {
  const { forwarder, sandbox } = parts
  const startedAt = sandbox.clock.elapsed()
  const up = forwarder.upgrade(req)
  socket.on('error', () => up.destroy())
  socket.once('close', () => up.destroy())
  let isAnswered = false
  const answer = (status: number, message: string, headers: FlatHeaders) => {
    isAnswered = true
    socket.write(headText(status, message, headers), 'latin1')
    void logTunnel(req, { status, headers, startedAt }, parts)
  }
  up.once('upgrade', ({ statusCode = 101, statusMessage = '', rawHeaders }, other, begun) => {
    answer(statusCode, statusMessage, [...rawHeaders, 'X-Sandbox-Source', 'upstream'])
    socket.write(begun)
    other.write(head)
    // Either side may end first; an error of one ends both.
    pipeline(socket, other, socket, () => {})
  })
  up.once('response', (response: IncomingMessage) => {
    const { statusCode = 502, statusMessage = '' } = response
    const own = ['X-Sandbox-Source', 'upstream', 'Connection', 'close']
    answer(statusCode, statusMessage, [...endToEnd(response), ...own])
    pipeline(response, socket, () => {})
  })
  up.once('timeout', () => up.destroy(new Error('no answer in time')))
  up.once('error', (error) => {
    if (socket.destroyed || isAnswered) return
    const { document } = sandbox.current()
    const { message } = forwarder.errorOf(error, up.socket?.connecting === false)
    const now = sandbox.clock.now()
    const body = JSON.stringify(
      failureEnvelope('server_error', message, undefined, now, document.version),
    )
    const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length']
    headers.push(String(Buffer.byteLength(body)), 'X-Sandbox-Source', 'upstream')
    answer(502, 'Bad Gateway', [...headers, 'Connection', 'close'])
    socket.end(body)
  })
}

/** Logs the request of a tunnel and the head of its answer. What passes through it is neither kept nor judged. */
async function logTunnel(
  { method = '', url = '', headers: sent }: IncomingMessage,
  { status, headers, startedAt }: { status: number; headers: FlatHeaders; startedAt: number },
  { sandbox, state }: TunnelParts,
): Promise<void> {
  const { clock, log, requests, current } = sandbox
  state.sources.upstream += 1
  const durationMs = clock.elapsed() - startedAt
  const account = await shownAccount(sandbox)
  const call = {
    requestId: randomUUID(),
    method,
    url: createRedaction(current().document.secretPrefixes)(url),
    status,
    durationMs,
    ...{ key: undefined, error: undefined, fault: undefined },
  }
  log.access({ ...call, account: account?.id })
  requests.add({
    ...call,
    time: account ? clock.of(account) : clock.now(),
    accountId: account?.id,
    ...{ operationId: undefined, isValid: undefined, issues: undefined },
    requestHeaders: withoutCredentials(sent),
    responseHeaders: headersByName(headers),
    ...{ requestBody: undefined, responseBody: undefined },
  })
}
