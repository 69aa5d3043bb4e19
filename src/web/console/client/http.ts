import type { AnyInput, ControlCall } from '../../../control-client/operations.ts'

export type { ControlCall }

/** The body of a response of the API or the control API (§4, §7). */
export type Envelope<Data = unknown> = {
  success: boolean
  data?: Data
  message?: string
  error?: Failure
  meta?: { pagination?: Pagination }
}

/** The details of an error: the issues of a request, the missing permission and the like. */
type Details = Readonly<Record<string, unknown>>

export type Failure = { code: string; message: string; details?: Details }

type Pagination = { total: number; limit: number; offset: number; has_more: boolean }

/** Empty members of `query` are left out, `body` is sent as JSON. */
export type CallOptions = {
  query?: Record<string, unknown>
  body?: unknown
  token?: string
  signal?: AbortSignal
}

/** A failed request, with the error of the server, or status 0 if the server cannot be reached. */
export class RequestFailed extends Error {
  readonly status: number
  readonly code: string
  readonly details: Details | undefined

  constructor(
    message: string,
    {
      status,
      code,
      details,
    }: {
      status: number
      code: string
      details?: Details | undefined
    },
  ) {
    super(message)
    this.name = 'RequestFailed'
    this.status = status
    this.code = code
    this.details = details
  }
}

export function controlOf({
  token,
  account,
}: {
  token?: string | undefined
  account?: string
}): ControlCall {
  const control = (
    method: string,
    path: string,
    { params = {}, query, ...options }: AnyInput = {},
  ) => {
    const place = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    const asked = { account, ...query }
    return call(method, `_sandbox${place}`, { ...options, ...(token && { token }), query: asked })
  }
  return control as ControlCall
}

/** Like `call`, for paths below the API's root. */
export type ApiCall = (method: string, path: string, options?: CallOptions) => Promise<Envelope>

/**
 * Calls the API for an account by the control plane, so that it leaves no trace: it needs no key, uses no quota and no fault rule, and
 * is in no log.
 */
export function observerOf({
  token,
  account,
}: {
  token: string | undefined
  account: string
}): ApiCall {
  return (method, path, options = {}) =>
    call(method, `_sandbox/api/${path}`, {
      ...options,
      ...(token === undefined ? {} : { token }),
      query: { ...options.query, account },
    })
}

/**
 * Sends a request to this server. Rejects with RequestFailed, or with the AbortError of `signal`. `path` is relative to the page,
 * such as `_sandbox/clock`, so that the console works below any path.
 */
export async function call<Data = unknown>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Envelope<Data>> {
  // What the console changes itself; requests of the explorer are those of its user.
  const headers = { Accept: 'application/json', 'X-Sandbox-Client': 'console' }
  const response = await reach(method, path, headers, options)
  const envelope = await envelopeOf<Data>(response)
  if (response.ok && envelope.success !== false) return envelope
  throw failureOf(response, envelope)
}

/** Like fetch, but without a response it rejects with RequestFailed. */
export async function reach(
  method: string,
  path: string,
  headers: Record<string, string>,
  { query, body, token, signal }: CallOptions,
) {
  try {
    return await fetch(addressOf(path, query), {
      method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      credentials: 'omit',
      cache: 'no-store',
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new RequestFailed(
      'The sandbox does not respond. Start it again; this page reconnects automatically.',
      { status: 0, code: 'unreachable' },
    )
  }
}

function addressOf(path: string, query: CallOptions['query'] = {}) {
  const address = new URL(path, document.baseURI)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) {
      address.searchParams.append(name, String(each))
    }
  }
  return address
}

async function envelopeOf<Data>(response: Response): Promise<Envelope<Data>> {
  try {
    const body = await response.json()
    return typeof body === 'object' && body !== null ? body : { success: response.ok, data: body }
  } catch {
    return { success: false }
  }
}

export function failureOf({ status, url, headers }: Response, { error }: Envelope) {
  const { code = `http_${status}`, details } = error ?? {}
  const fault = headers.get('X-Sandbox-Fault') ?? textOf(details?.fault)
  const { pathname } = new URL(url)
  const message =
    error?.message ??
    (fault === undefined
      ? `${pathname} answered ${status} without a message. The output of the sandbox may say more.`
      : `The fault rule ${fault} made ${pathname} answer ${status} with a body that cannot be read.`)
  return new RequestFailed(message, { status, code, details })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
