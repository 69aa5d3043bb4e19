/** The conforming server, or with a mutation one that is bent in one point, on a free port of loopback. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConformingService, TOKENS } from './service.ts'
import type { Answer, Mutation } from './types.ts'

export type { Mutation } from './types.ts'

export interface RunningServer {
  baseUrl: string
  tokens: typeof TOKENS
  campaigns(): { id: string; name: string; account: string }[]
  /** How many requests came in so far. */
  requests(): number
  requestsOf(token: string): number
  /** Leaves the key without requests in this window. */
  useUp(token: string): void
  close(): Promise<void>
}

const BASE_PATH = '/api'

export async function startServer(mutation?: Mutation): Promise<RunningServer> {
  const service = new ConformingService(mutation)
  const timers = new Set<NodeJS.Timeout>()
  const { idleMs } = mutation ?? {}
  const server = createServer(async (message, response) => {
    if (idleMs !== undefined) closeWhenIdle(message, response, idleMs)
    try {
      const answer = await serve(service, message)
      if (!answer.delay) return write(response, answer)
      const timer = setTimeout(() => {
        timers.delete(timer)
        write(response, answer)
      }, answer.delay)
      timers.add(timer)
    } catch (error) {
      // A bug in a mutation: seen as a broken connection, and on the console.
      console.error(error)
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}${BASE_PATH}`,
    tokens: TOKENS,
    campaigns: () =>
      [...service.campaigns.values()].map(({ id, account, fields }) => ({
        id,
        name: fields.name,
        account,
      })),
    requests: () => service.requests,
    requestsOf: (token) => service.requestsByToken.get(token) ?? 0,
    useUp: (token) => {
      const quota = service.keys.get(token)?.quota
      if (!quota) throw new Error(`No key has the token ${token}`)
      quota.used = quota.limit
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function serve(service: ConformingService, message: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  const url = message.url ?? '/'
  const inside = url.startsWith(`${BASE_PATH}/`)
  return service.answer({
    method: message.method ?? 'GET',
    // A path outside of the API is served as an unknown endpoint.
    target: inside ? url.slice(BASE_PATH.length) : '/',
    headers: message.headers as Record<string, string | undefined>,
    body: Buffer.concat(chunks).toString('utf8'),
  })
}

/** The bytes of an answer's body. */
export function bytesOf({ raw, body }: Answer): Buffer {
  if (raw !== undefined) return Buffer.from(raw)
  return body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body))
}

/** Unlike `keepAliveTimeout`, this says nothing of it in a header, as many load balancers don't. */
function closeWhenIdle({ socket }: IncomingMessage, response: ServerResponse, ms: number): void {
  response.once('finish', () => setTimeout(() => socket.destroy(), ms))
}

function write(response: ServerResponse, answer: Answer): void {
  if (answer.reset) {
    response.socket?.resetAndDestroy()
    return
  }
  const bytes = bytesOf(answer)
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
  if (!answer.chunked && answer.status !== 204) response.setHeader('Content-Length', bytes.length)
  response.writeHead(answer.status)
  if (answer.cut) {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  } else if (answer.chunked) {
    for (let at = 0; at < bytes.length; at += 16) response.write(bytes.subarray(at, at + 16))
    response.end()
  } else {
    response.end(bytes)
  }
}
