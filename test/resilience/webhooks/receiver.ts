import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  /** Milliseconds of this process. */
  at: number
}

/** A receiver on this machine whose answers can be set. */
export class Receiver {
  readonly received: Received[] = []
  /** Called with each request after it was recorded. */
  answer: (response: ServerResponse, request: Received) => void = (response) =>
    response.writeHead(204).end()
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = {
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      at: performance.now(),
    }
    this.received.push(one)
    this.answer(response, one)
  })

  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver()
    await once(receiver.#server.listen(port, '127.0.0.1'), 'listening')
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://localhost:${this.port}/hook`
  }

  /** The `webhook-id` of each request, in order. */
  get ids(): string[] {
    return this.received.map(({ headers }) => String(headers['webhook-id']))
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

/** Whether the official library verifies a request with a secret. */
export function isVerified({ headers, body }: Received, secret: string): boolean {
  try {
    const webhook = secret.startsWith('whsec_')
      ? new Webhook(secret)
      : new Webhook(new TextEncoder().encode(secret), { format: 'raw' })
    webhook.verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
