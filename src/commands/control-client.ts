import { ConfigError } from '../config.ts'

/** The flags of every command that steers a running sandbox, as commander reads them. */
export interface ControlFlags {
  url?: string
  adminToken?: string
  token?: string
  account?: string
}

/** Fields of a query; those that are undefined are left out. */
export type Query = Record<string, string | number | undefined>

/** An answer of the control plane, without its envelope. */
export interface ControlAnswer<Data> {
  data: Data
  message?: string
  /** How many there are in all, where the data is one page of them. */
  total?: number
}

const DEFAULT_URL = 'http://127.0.0.1:4010'

/** The sandbox refused what was asked; the message is its own. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

/** A sandbox that runs elsewhere, by its control API. */
export class ControlClient {
  readonly #root: string
  readonly #token: string | undefined
  readonly #account: string | undefined

  /** Flags win over the environment: SVC_URL, SVC_ADMIN_TOKEN. Throws ConfigError. */
  constructor(flags: ControlFlags, env: Record<string, string | undefined> = process.env) {
    this.#root = rootOf(flags.url || env.SVC_URL || DEFAULT_URL)
    // A key of one's own that was asked for goes before a token that happens to be set.
    this.#token = flags.adminToken || flags.token || env.SVC_ADMIN_TOKEN || undefined
    this.#account = flags.account || undefined
    if (flags.adminToken && flags.token) {
      throw new ConfigError('--admin-token and --token exclude each other. Leave one out.')
    }
  }

  /** Throws RefusedError for a failure, ConfigError where no sandbox answered. */
  async call<Data>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { query = {}, body }: { query?: Query; body?: object } = {},
  ): Promise<ControlAnswer<Data>> {
    const response = await this.#fetch(method, path, query, { body })
    const { data, message, meta } = await this.#envelope(response)
    return { data: data as Data, message, total: meta?.pagination?.total }
  }

  /**
   * Server-sent events (WHATWG HTML §9.2) until the server ends them; with the id of the last one that was
   * seen those that came after it.
   */
  async *stream(
    path: string,
    query: Query = {},
    { lastEventId, signal }: { lastEventId?: string | undefined; signal?: AbortSignal } = {},
  ): AsyncIterable<{ event: string; id: string | undefined; data: unknown }> {
    const resumed: Record<string, string> =
      lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }
    const response = await this.#fetch('GET', path, query, { headers: resumed, signal })
    if (!response.ok || response.body === null) await this.#envelope(response)
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() as string
      for (const block of blocks) {
        const data = fieldOf(block, 'data')
        if (data !== undefined) {
          const event = fieldOf(block, 'event') ?? 'message'
          yield { event, id: fieldOf(block, 'id'), data: JSON.parse(data) }
        }
      }
    }
  }

  async #fetch(
    method: string,
    path: string,
    query: Query,
    {
      body,
      headers: more = {},
      signal,
    }: {
      body?: object | undefined
      headers?: Record<string, string>
      signal?: AbortSignal | undefined
    },
  ): Promise<Response> {
    const url = new URL(`${this.#root}/_sandbox${path}`)
    for (const [name, value] of Object.entries({ account: this.#account, ...query })) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const headers: Record<string, string> = { ...more }
    if (this.#token !== undefined) headers.Authorization = `Bearer ${this.#token}`
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    try {
      return await fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      })
    } catch (error) {
      const reason = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code
      throw new ConfigError(
        `No sandbox answers at ${this.#root}${reason === undefined ? '' : ` (${reason})`}. ` +
          'Start one with svc-sandbox serve, or name another with --url or SVC_URL.',
        { cause: error },
      )
    }
  }

  async #envelope(response: Response): Promise<Envelope> {
    const text = await response.text()
    let envelope: Partial<Envelope> = {}
    try {
      envelope = JSON.parse(text)
    } catch {
      // Told below, as any other answer that is no envelope.
    }
    if (envelope.success === true) return envelope as Envelope
    if (envelope.error === undefined) {
      throw new ConfigError(
        `${this.#root} answers with ${response.status} and no envelope, so it is no svc-sandbox. Name its root with --url.`,
      )
    }
    throw new RefusedError(refusalOf(response.status, envelope.error))
  }
}

interface Envelope {
  success: boolean
  data: unknown
  message?: string
  error?: {
    code: string
    message: string
    details?: { issues?: { path: string; message: string }[] }
  }
  meta?: { pagination?: { total: number } }
}

function refusalOf(status: number, { code, message, details }: NonNullable<Envelope['error']>) {
  const [, ...others] = details?.issues ?? []
  const more = others.map(({ path, message: each }) => `\n  ${path.replace(/^\//, '')} ${each}`)
  return `${message}${more.join('')} (${status} ${code})`
}

/** Users paste the base URL of the API as often as that of the server. */
function rootOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(
      `--url must be the address of a sandbox, such as ${DEFAULT_URL}; found ${JSON.stringify(text)}.`,
    )
  }
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/(api|_sandbox)$/, '')
}

function fieldOf(block: string, name: string): string | undefined {
  const line = block.split('\n').find((each) => each.startsWith(`${name}: `))
  return line?.slice(name.length + 2)
}

/**
 * Runs a command against a sandbox and sets the exit code: 1 when the sandbox refused, 2 when it could not be
 * asked.
 */
export async function steer(
  flags: ControlFlags,
  command: (client: ControlClient) => Promise<void>,
): Promise<void> {
  try {
    await command(new ControlClient(flags))
  } catch (error) {
    const isForTheUser = error instanceof RefusedError || error instanceof ConfigError
    if (!isForTheUser) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error instanceof RefusedError ? 1 : 2
  }
}
