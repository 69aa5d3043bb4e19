import { ConfigError } from '../config.ts'
import type { AnyInput, ControlCall, ControlStream, StreamMessage } from './operations.ts'
import { unreachableReason } from './unreachable.ts'

/** A request that the sandbox refused, with its own message. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  /** Whether the sandbox may accept the same request later, as when its database is away. */
  readonly isTemporary: boolean

  /** `status` of the answer, if there was one. */
  constructor(message: string, status = 400) {
    super(message)
    this.isTemporary = status >= 500
  }
}

/** A running sandbox, the credentials for it, and the account to use. */
export interface Target {
  /** Address of the server, without a trailing slash. */
  root: string
  token: string | undefined
  account: string | undefined
  /** What the histories of accounts name as the source of changes. */
  client: 'cli' | 'sdk'
}

export interface HttpClient {
  control: ControlCall
  stream: ControlStream
}

/** The control API over HTTP. Calls reject with RefusedError for a failure, and with ConfigError if no sandbox answers. */
export function httpClient(target: Target): HttpClient {
  return {
    async control(method, path, ...[input]) {
      const response = await request(target, method, path, input)
      return (await envelopeOf(response, target)) as never
    },
    async stream(path, input) {
      const response = await request(target, 'GET', path, input)
      if (!response.ok || response.body === null) await envelopeOf(response, target)
      return messagesOf(response.body ?? new ReadableStream(), input?.onBytes)
    },
  }
}

async function request(
  { root, token, account, client }: Target,
  method: string,
  path: string,
  { params = {}, query, body, lastEventId, signal }: AnyInput = {},
): Promise<Response> {
  const place = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const url = new URL(`${root}/_sandbox${place}`)
  for (const [name, value] of Object.entries({ account, ...query })) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers: Record<string, string> = { 'X-Sandbox-Client': client }
  if (token !== undefined) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (lastEventId !== undefined) headers['Last-Event-ID'] = lastEventId
  try {
    return await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    throw new ConfigError(
      `No sandbox answers at ${root}: ${unreachableReason(error, root)}. ` +
        'Start one with svc-sandbox serve, or name another with --url or SVC_URL.',
      { cause: error },
    )
  }
}

interface Envelope {
  success?: boolean
  error?: {
    code: string
    message: string
    details?: { issues?: { path: string; message: string }[] }
  }
}

async function envelopeOf(response: Response, { root }: Target): Promise<Envelope> {
  const envelope = (await response.json().catch(() => ({}))) as Envelope
  if (envelope.success === true) return envelope
  if (envelope.error === undefined) {
    throw new ConfigError(
      `${root} answered ${response.status} without an envelope, so it is not a svc-sandbox. Check --url.`,
    )
  }
  const { code, message, details } = envelope.error
  const [, ...others] = details?.issues ?? []
  const more = others.map(({ path, message: each }) => `\n  ${path.replace(/^\//, '')} ${each}`)
  // They follow here, so nobody has to look for them.
  const first =
    others.length === 0 ? message : message.replace(/ \d+ more in details\.issues\.$/, '')
  const text = `${first}${more.join('')} (${response.status} ${code})`
  throw new RefusedError(text, response.status)
}

/** The server-sent events of a body (WHATWG HTML §9.2), until the server ends it. */
async function* messagesOf(
  body: ReadableStream<Uint8Array>,
  onBytes = () => {},
): AsyncIterable<StreamMessage> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    onBytes()
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() as string
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`(?:^|\\n)${name}: ([^\\n]*)`).exec(block)?.[1]
      const data = field('data')
      if (data !== undefined) {
        yield { event: field('event') ?? 'message', id: field('id'), data: JSON.parse(data) }
      }
    }
  }
}
