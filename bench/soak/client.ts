import { Agent, type IncomingMessage, request } from 'node:http'

interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  /** Null sends none. */
  key?: string | null
  accept?: string
}

/** Asks one server over a few connections that are kept open, and counts. */
export class SoakClient {
  readonly root: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 })
  requests = 0
  /** Answers other than those that were due. */
  readonly faults: string[] = []

  constructor(root: string) {
    this.root = root
  }

  /** The data of an answer, which must have that status. */
  async ask(path: string, status: number, asked: Asked = {}): Promise<Record<string, string>> {
    const { method = 'GET' } = asked
    const response = await this.#send(path, { ...asked, method })
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    this.requests += 1
    if (response.statusCode !== status) {
      this.faults.push(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`)
      return {}
    }
    const isJson = response.headers['content-type']?.startsWith('application/json')
    return isJson ? (JSON.parse(text).data ?? {}) : {}
  }

  /** Begins to read an answer, and hangs up. */
  async hangUp(path: string, asked: Asked = {}): Promise<void> {
    const response = await this.#send(path, { ...asked, method: 'GET' })
    await new Promise((resolve) => response.once('data', resolve))
    response.destroy()
    this.requests += 1
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(path: string, asked: Asked): Promise<IncomingMessage> {
    const { method, body, key = 'svc_test_soak', accept = 'application/json' } = asked
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = request(
        path.startsWith('http') ? path : this.root + path,
        {
          method,
          agent: this.#agent,
          headers: {
            Accept: accept,
            ...(key === null || path.startsWith('/_sandbox')
              ? {}
              : { Authorization: `Bearer ${key}` }),
            ...(text === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
          },
        },
        resolve,
      )
      sent.on('error', (error) => {
        // A connection that was kept open may be closed at the moment at which it is used again.
        if (sent.reusedSocket) this.#send(path, asked).then(resolve, reject)
        else reject(error)
      })
      sent.end(text)
    })
  }
}
