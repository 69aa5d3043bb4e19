import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'
import { isKnownHost } from '../pipeline/known-host.ts'
import type { Upstream } from '../pipeline/upstream.ts'
import { connectionEvent } from './connection-event.ts'

/**
 * Lets the upstream of a proxy answer requests for another protocol, such as WebSocket, and decide whether a body is wanted
 * (`Expect: 100-continue`). The sandbox's own paths ignore both, as without an upstream.
 */
export function serveUpstream(server: Server, upstream: Upstream, config: Config): void {
  server.on('checkContinue', (req: IncomingMessage, res) => {
    if (isOwn(req)) res.writeContinue()
    server.emit('request', req, res)
  })
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { upgrade = '', host = '' } = req.headers
    // HTTP/2 would hide all requests; a server may ignore an upgrade (RFC 9110 §7.8).
    const isTunnel = !/^h2c\b/i.test(upgrade) && !isOwn(req) && isKnownHost(host, config)
    if (isTunnel) return upstream.tunnel(req, socket, head)
    socket.unshift(Buffer.concat([Buffer.from(headWithoutUpgrade(req), 'latin1'), head]))
    server.emit(connectionEvent(server), socket)
  })
}

function isOwn({ url = '' }: IncomingMessage): boolean {
  return /^\/_sandbox(?![^/?])/i.test(url)
}

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (/^(?:upgrade|connection|http2-settings)$/i.test(rawHeaders[at] as string)) continue
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}
