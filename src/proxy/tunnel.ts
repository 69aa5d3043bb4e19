import type { IncomingMessage } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { failureEnvelope } from '../pipeline/envelope.ts'
import type { UpstreamParts } from '../pipeline/upstream.ts'
import type { Forwarder } from './forward.ts'
import { endToEnd } from './headers.ts'
import { headText } from './raw-answer.ts'

/**
 * Forwards a request that changes the protocol, and then the bytes of both sides. What the upstream answers instead is
 * passed on, and ends the connection.
 */
export function openTunnel(
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { forwarder, sandbox }: { forwarder: Forwarder; sandbox: UpstreamParts },
): void {
  const up = forwarder.upgrade(req)
  socket.on('error', () => up.destroy())
  socket.once('close', () => up.destroy())
  let isAnswered = false
  up.once('upgrade', (answer: IncomingMessage, other: Duplex, begun: Buffer) => {
    isAnswered = true
    const { statusCode = 101, statusMessage = '', rawHeaders } = answer
    const headers = [...rawHeaders, 'X-Sandbox-Source', 'upstream']
    socket.write(headText(statusCode, statusMessage, headers), 'latin1')
    socket.write(begun)
    other.write(head)
    // Either side may end first; an error of one ends both.
    pipeline(socket, other, socket, () => {})
  })
  up.once('response', (answer: IncomingMessage) => {
    isAnswered = true
    const { statusCode = 502, statusMessage = '' } = answer
    const headers = [...endToEnd(answer), 'X-Sandbox-Source', 'upstream', 'Connection', 'close']
    socket.write(headText(statusCode, statusMessage, headers), 'latin1')
    pipeline(answer, socket, () => {})
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
    socket.end(headText(502, 'Bad Gateway', [...headers, 'Connection', 'close']) + body)
  })
}
