/// <reference path="../webhooks/undici.d.ts" />
import { inspect } from 'node:util'
import type { Dispatcher } from 'undici'
import { API_PATH } from '../config.ts'
import {
  AbortController,
  AbortSignal,
  Blob,
  ByteLengthQueuingStrategy,
  ReadableStream,
  URL,
  URLSearchParams,
} from '../node-globals.ts'
import type { Embedded } from '../pipeline/exchange.ts'
import { restoreSteps } from '../time/turn.ts'
import { rootOf } from './base-url.ts'
import { type InProcessNetwork, type OnOpened, PORTLESS_ROOT } from './in-process.ts'

type Input = Request | URL | string

/** The type of the global `fetch`, where there is one: neither the types of Node nor of the browser are needed. */
export type Fetch = typeof globalThis extends { fetch: infer Global }
  ? Global
  : // biome-ignore lint/suspicious/noExplicitAny: Request and Response have no types here.
    (input: any, init?: any) => Promise<any>

/** Meant for one connection (RFC 9110 §7.6.1), or computed from the body. */
const OF_A_CONNECTION = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'expect', 'content-length'],
])

/** Headers by which a browser names the page that it is on. */
const OF_A_PAGE = /^(host|origin|referer|sec-fetch-.*)$/

/** Responses without a body (Fetch §2.2.3). */
const NULL_BODY = new Set([204, 205, 304])

/** `fetch` for requests whose paths are those of the server. Relative URLs are below `root`. */
export function inProcessFetch(network: InProcessNetwork, root: string): Fetch {
  return async (input: Input, init?: RequestInit) => {
    const request = await requestOf(input, init, root)
    const url = new URL(request.url)
    const headers = headersOf(request, ['host', request.headers.get('host') ?? url.host])
    const embedded = url.protocol === 'https:' ? { encrypted: true } : {}
    return exchange(request, { path: url.pathname + url.search, headers, embedded }, network)
  }
}

/**
 * `fetch` for the clients of an API at `baseUrl`. Links in responses are below it, too; whoever calls this vouches
 * for its host, so that the rules for hosts and origins of pages do not apply.
 */
export function inProcessFetchAt(network: InProcessNetwork, baseUrl: string): Fetch {
  const rootUrl = rootOf(baseUrl)
  return async (input: Input, init?: RequestInit) => {
    const request = await requestOf(input, init, `${baseUrl.replace(/\/+$/, '')}/`)
    const path = pathBelow(rootUrl, new URL(request.url))
    const own = headersOf(request).filter(([name]) => !OF_A_PAGE.test(name))
    const headers = [...own, ['host', network.host] as const]
    return exchange(request, { path, headers, embedded: { rootUrl } }, network)
  }
}

/** The path of the sandbox for a URL below `root`, which may leave out `/api`. */
function pathBelow(root: string, { origin, pathname, search }: URL): string {
  const address = origin + pathname
  const rest = address.slice(root.length)
  if (!address.startsWith(root) || !/^(\/|$)/.test(rest)) {
    throw new TypeError(`${address} is not below ${root}.`)
  }
  const isWhole = /^\/(api|files)(\/|$)/.test(rest)
  return `${isWhole ? '' : API_PATH}${rest}${search}`
}

/** A request of any realm, or of a framework that has its own class. */
async function requestOf(
  input: Input,
  init: RequestInit | undefined,
  root: string,
): Promise<Request> {
  const isRequest = typeof input === 'object' && 'headers' in input
  if (isRequest && init === undefined) return input
  const Request = await nodesClass('Request')
  const isForeign = isRequest && !((input as object) instanceof Request)
  const parts = isForeign ? { ...partsOf(input), ...init } : { ...init }
  if (parts.signal) parts.signal = nodesSignal(parts.signal)
  if (parts.body) parts.body = await nodesBody(parts.body)
  if (isForeign) return new Request(input.url, parts)
  return new Request(isRequest ? input : new URL(input, root), parts)
}

function partsOf({ method, headers, body, signal }: Request): RequestInit {
  return { method, headers, body, signal, ...(body && { duplex: 'half' }) }
}

/** Node refuses signals of other classes, which DOM environments have. */
function nodesSignal(signal: globalThis.AbortSignal): globalThis.AbortSignal {
  if ((signal as object) instanceof AbortSignal) return signal
  const stop = new AbortController()
  const abort = () => stop.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort)
  return stop.signal
}

/** Node would send `[object Object]` for a blob of another class, and parameters as plain text. */
async function nodesBody(body: Body): Promise<Body> {
  const given = body as { arrayBuffer?: () => Promise<ArrayBuffer>; type: string }
  if (given.constructor.name === 'URLSearchParams') return new URLSearchParams(String(body))
  if (body instanceof Blob || !given.arrayBuffer) return body
  return new Blob([await given.arrayBuffer()], { type: given.type }) as globalThis.Blob
}

type Body = NonNullable<RequestInit['body']>
type Classes = Pick<typeof globalThis, 'Request' | 'Response'>

/** Node's class, or the same of undici where a DOM environment has put its own in the place of Node's. */
async function nodesClass<Name extends keyof Classes>(name: Name): Promise<Classes[Name]> {
  const found = (globalThis as Partial<Classes>)[name]
  if (found && inspect.custom in found.prototype) return found as Classes[Name]
  const classes: Classes = await import('./undici-fetch.ts')
  return classes[name]
}

type Field = readonly [name: string, value: string]

function headersOf({ headers }: Request, ...more: Field[]): Field[] {
  const fields = [...headers].filter(([name]) => name !== 'host' && !OF_A_CONNECTION.has(name))
  return [...fields, ...more]
}

interface Call {
  path: string
  headers: readonly Field[]
  embedded: Embedded
}

async function exchange(
  request: Request,
  { path, headers, embedded }: Call,
  network: InProcessNetwork,
): Promise<Response> {
  const { method, signal } = request
  signal.throwIfAborted()
  await restoreSteps()
  const [{ default: Client }, Response, body] = await Promise.all([
    import('undici/lib/dispatcher/client.js'),
    nodesClass('Response'),
    bodyOf(request),
  ])
  signal.throwIfAborted()
  const client = new Client(PORTLESS_ROOT, {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_, callback) => network.open(callback as OnOpened, embedded),
  })
  return new Promise((resolve, reject) => {
    const taker = new Taker(request, Response, {
      resolve,
      reject,
      end: () => void client.destroy(),
    })
    const options = { path, method, body, headers: headers.flat() }
    // The types of undici have neither iterables nor methods of the caller's own.
    client.dispatch(options as Dispatcher.DispatchOptions, taker)
  })
}

/** A body that is there in one piece is sent with its length, as `fetch` does; a longer one as it comes. */
async function bodyOf({
  body,
  method,
}: Request): Promise<Buffer | AsyncIterable<Uint8Array> | null> {
  // Without a body, methods that could have one send its length, too.
  if (body === null) return method === 'GET' || method === 'HEAD' ? null : Buffer.alloc(0)
  const reader = body.getReader()
  const first = await reader.read()
  if (first.done) return Buffer.alloc(0)
  const second = await reader.read()
  if (second.done) return Buffer.from(first.value)
  return rest(reader, [first.value, second.value])
}

async function* rest(reader: ReadableStreamDefaultReader<Uint8Array>, begin: Uint8Array[]) {
  let isRead = false
  try {
    yield* begin
    for (;;) {
      const { done, value } = await reader.read()
      isRead = done
      if (done) return
      yield value
    }
  } finally {
    if (!isRead) void reader.cancel().catch(() => {})
  }
}

interface Ends {
  resolve(response: Response): void
  reject(reason: unknown): void
  /** Called once everything has arrived, or when nothing more is wanted. */
  end(): void
}

/** Makes the response of what arrives. */
class Taker implements Dispatcher.DispatchHandler {
  readonly #request: Request
  readonly #Response: typeof Response
  readonly #ends: Ends
  #controller: Dispatcher.DispatchController | undefined
  #body: ReadableStreamDefaultController<Uint8Array> | undefined
  readonly #abort = () => this.#fail(this.#request.signal.reason)

  constructor(request: Request, response: typeof Response, ends: Ends) {
    this.#request = request
    this.#Response = response
    this.#ends = ends
    request.signal.addEventListener('abort', this.#abort)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    if (status < 200) return
    const given = Object.entries(headers).flatMap(([name, value = '']) =>
      [value].flat().map((each): [string, string] => [name, each]),
    )
    const kept = given.filter(([name]) => name === 'content-length' || !OF_A_CONNECTION.has(name))
    const isEmpty = NULL_BODY.has(status) || this.#request.method === 'HEAD'
    const response = new this.#Response(
      isEmpty ? null : (this.#stream() as globalThis.ReadableStream),
      {
        status,
        statusText,
        headers: kept,
      },
    )
    Object.defineProperty(response, 'url', { value: this.#request.url })
    this.#ends.resolve(response)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // A copy, because the server keeps some of what it sends.
    this.#body?.enqueue(new Uint8Array(chunk))
    if ((this.#body?.desiredSize ?? 1) <= 0) controller.pause()
  }

  onResponseEnd(): void {
    this.#body?.close()
    this.#over()
  }

  onResponseError(_: unknown, cause: Error): void {
    this.#fail(new TypeError('fetch failed', { cause }))
  }

  #stream() {
    return new ReadableStream<Uint8Array>(
      {
        start: (body) => {
          this.#body = body
        },
        pull: () => this.#controller?.resume(),
        cancel: () => this.#over(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
    )
  }

  #fail(reason: unknown): void {
    this.#ends.reject(reason)
    this.#body?.error(reason)
    this.#over()
  }

  #over(): void {
    this.#body = undefined
    this.#request.signal.removeEventListener('abort', this.#abort)
    this.#ends.end()
  }
}
