/** A small listener: reads a request, writes a reply. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Reply, Request } from './world.ts'

const BASE_PATH = '/api'
const MOST_BYTES = 1_000_000

export type Broken = 'too large' | 'headers too large' | 'not HTTP'

export interface Answering {
  answer(request: Request): Reply
  /** The reply to a request that could not be read. */
  broken(kind: Broken, request: Request): Reply
}

export interface Listening {
  baseUrl: string
  close(): Promise<void>
}

export async function listen(answering: Answering, idleMs?: number): Promise<Listening> {
  let number = 0
  const timers = new Set<NodeJS.Timeout>()
  const server = createServer(async (message, response) => {
    number += 1
    if (idleMs !== undefined) closeWhenIdle(message, response, idleMs)
    const request = requestOf(message, number)
    try {
      const bytes = await bytesOf(message)
      request.text = bytes?.toString('utf8') ?? ''
      const reply = bytes ? answering.answer(request) : answering.broken('too large', request)
      if (reply.delayMs === undefined) return write(response, reply)
      const timer = setTimeout(() => {
        timers.delete(timer)
        write(response, reply)
      }, reply.delayMs)
      timers.add(timer)
    } catch (error) {
      console.error(error)
      response.destroy()
    }
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
    const kind = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers too large' : 'not HTTP'
    number += 1
    writeRaw(socket, answering.broken(kind, emptyRequest(number)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}${BASE_PATH}`,
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function requestOf(message: IncomingMessage, number: number): Request {
  const url = new URL(message.url ?? '/', 'http://localhost')
  const isInside = url.pathname.startsWith(`${BASE_PATH}/`)
  return {
    ...emptyRequest(number),
    method: message.method ?? 'GET',
    path: isInside ? url.pathname.slice(BASE_PATH.length) : '/',
    query: url.searchParams,
    headers: message.headers as Request['headers'],
  }
}

function emptyRequest(number: number): Request {
  const query = new URLSearchParams()
  return { number, method: 'GET', path: '/', query, headers: {}, text: '', at: Date.now() }
}

/** Undefined if there are too many. */
async function bytesOf(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += chunk.length
    if (size <= MOST_BYTES) chunks.push(chunk)
  }
  return size > MOST_BYTES ? undefined : Buffer.concat(chunks)
}

/** Unlike `keepAliveTimeout`, this says nothing of it in a header, as many load balancers don't. */
function closeWhenIdle({ socket }: IncomingMessage, response: ServerResponse, ms: number): void {
  response.once('finish', () => setTimeout(() => socket.destroy(), ms))
}

function write(response: ServerResponse, reply: Reply): void {
  if (reply.isReset) {
    response.socket?.resetAndDestroy()
    return
  }
  const bytes = bytesIn(reply)
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value)
  if (!reply.isChunked && reply.status !== 204) response.setHeader('Content-Length', bytes.length)
  response.writeHead(reply.status)
  if (reply.isCut) {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  } else if (reply.isChunked) {
    for (let at = 0; at < bytes.length; at += 16) response.write(bytes.subarray(at, at + 16))
    response.end()
  } else {
    response.end(bytes)
  }
}

function writeRaw(socket: Socket, reply: Reply): void {
  const bytes = bytesIn(reply)
  const headers = { ...reply.headers, Connection: 'close', 'Content-Length': bytes.length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${reply.status} Refused\r\n${lines.join('')}\r\n${bytes.toString()}`)
}

/** The bytes of a reply's body. */
export function bytesIn({ text, body }: Reply): Buffer {
  if (text !== undefined) return Buffer.from(text as string)
  return Buffer.from(body === undefined ? '' : JSON.stringify(body))
}
