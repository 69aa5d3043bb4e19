interface Options {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  /** Null sends none. */
  key?: string | null
  accept?: string
}

/** Sends requests to one server over kept connections, and counts them. */
export class SoakClient {
  readonly root: string
  requests = 0
  /** Answers with an unexpected status. */
  readonly faults: string[] = []

  constructor(root: string) {
    this.root = root
  }

  /** The data of an answer, which must have the status. */
  async ask(path: string, status: number, options: Options = {}): Promise<Record<string, string>> {
    const response = await this.#send(path, options)
    const text = await response.text()
    this.requests += 1
    if (response.status !== status) {
      const { method = 'GET' } = options
      this.faults.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
      return {}
    }
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return isJson ? (JSON.parse(text).data ?? {}) : {}
  }

  post(path: string, status: number, body?: unknown, key?: string) {
    return this.ask(path, status, { method: 'POST', body, ...(key && { key }) })
  }

  delete(path: string) {
    return this.ask(path, 200, { method: 'DELETE' })
  }

  /** Begins to read an answer, and hangs up. */
  async hangUp(path: string, options: Options = {}): Promise<void> {
    const connection = new AbortController()
    const response = await this.#send(path, options, connection.signal)
    await response.body?.getReader().read()
    connection.abort()
    this.requests += 1
  }

  #send(path: string, options: Options, signal?: AbortSignal): Promise<Response> {
    const { method = 'GET', body, key = 'svc_test_soak', accept = 'application/json' } = options
    const hasKey = key !== null && !path.startsWith('/_sandbox')
    return fetch(new URL(path, this.root), {
      method,
      headers: {
        accept,
        'accept-encoding': 'identity',
        ...(hasKey && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
      redirect: 'manual',
    })
  }
}
