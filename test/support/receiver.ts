import { EventEmitter, once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { TEST_TLS } from './tls.ts'

export interface Received {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** The body as JSON. */
  readonly event: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A receiver of webhooks on a free port of this machine; gone when the test ends. */
export interface Receiver {
  url: string
  port: number
  received: Received[]
  /** What requests are answered with unless the test answers them itself; 200 at first. */
  status: number
  /** How many connections were opened. */
  connections: number
  /** Resolves when so many requests came, answered or not. */
  arrived(count: number): Promise<void>
}

export type Answering = (request: Received, response: ServerResponse, count: number) => void

/** `answer` is given each request as it came, and how many came so far. */
export async function startReceiver(
  answer?: Answering,
  { tls = false }: { tls?: boolean } = {},
): Promise<Receiver> {
  const received: Received[] = []
  const arrivals = new EventEmitter().setMaxListeners(0)
  const listener: RequestListener = async (request, response) => {
    const body = await textOf(request)
    const { method = '', url: path = '' } = request
    const headers = request.headers as Record<string, string>
    received.push({
      method,
      path,
      headers,
      body,
      get event() {
        return JSON.parse(body)
      },
    })
    if (answer) answer(received.at(-1) as Received, response, received.length)
    else response.writeHead(receiver.status).end('seen')
    arrivals.emit('request')
  }
  const server = tls ? createTlsServer(TEST_TLS, listener) : createServer(listener)
  const receiver: Receiver = {
    url: '',
    port: 0,
    received,
    status: 200,
    connections: 0,
    async arrived(count) {
      while (received.length < count) await once(arrivals, 'request')
    },
  }
  server.on('connection', () => {
    receiver.connections += 1
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `${tls ? 'https' : 'http'}://localhost:${receiver.port}/hook`
  return receiver
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
