/**
 * @typedef {{ success: boolean, data?: any, message?: string, error?: Failure, meta?: { pagination?: Pagination } }} Envelope
 *   The body of a response of the API or the control API (§4, §7).
 */

/** @typedef {{ code: string, message: string, details?: Record<string, any> }} Failure */
/** @typedef {{ total: number, limit: number, offset: number, has_more: boolean }} Pagination */

/** @typedef {import('../../../control-client/operations.ts').ControlCall} ControlCall */

/**
 * @typedef {{ query?: Record<string, unknown>, body?: unknown, token?: string, signal?: AbortSignal }} CallOptions
 *   Empty members of `query` are left out, `body` is sent as JSON.
 */

/** A failed request, with the error of the server, or status 0 if the server cannot be reached. */
export class RequestFailed extends Error {
  /** @param {string} message @param {{ status: number, code: string, details?: Record<string, any> | undefined, fault?: string | undefined }} failure */
  constructor(message, { status, code, details, fault }) {
    super(message)
    this.name = 'RequestFailed'
    this.status = status
    this.code = code
    this.details = details
    /** Ids of the fault rules that made it fail, if any. */
    this.fault = fault
  }
}

/** @param {{ token?: string | undefined, account?: string }} caller @returns {ControlCall} */
export function controlOf({ token, account }) {
  return async (method, path, /** @type {any} */ { params = {}, query, ...options } = {}) => {
    const place = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]))
    const asked = { account, ...query }
    return /** @type {any} */ (
      await call(method, `_sandbox${place}`, { ...options, token, query: asked })
    )
  }
}

/**
 * Sends a request to this server. Rejects with RequestFailed, or with the AbortError of `signal`. `path` is relative to the page,
 * such as `_sandbox/clock`, so that the console works below any path.
 * @param {string} method @param {string} path @param {CallOptions} [options] @returns {Promise<Envelope>}
 */
export async function call(method, path, options = {}) {
  const response = await reach(method, path, { Accept: 'application/json' }, options)
  const envelope = await envelopeOf(response)
  if (response.ok && envelope.success !== false) return envelope
  throw failureOf(response, envelope)
}

/**
 * Like fetch, but without a response it rejects with RequestFailed.
 * @param {string} method @param {string} path @param {Record<string, string>} headers @param {CallOptions} options
 */
export async function reach(method, path, headers, { query, body, token, signal }) {
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
      'The sandbox does not answer. Start it again; this page reconnects automatically.',
      { status: 0, code: 'unreachable' },
    )
  }
}

/** @param {string} path @param {CallOptions['query']} query */
function addressOf(path, query = {}) {
  const address = new URL(path, document.baseURI)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) {
      address.searchParams.append(name, String(each))
    }
  }
  return address
}

/** @param {Response} response @returns {Promise<Envelope>} */
async function envelopeOf(response) {
  try {
    const body = await response.json()
    return typeof body === 'object' && body !== null ? body : { success: response.ok, data: body }
  } catch {
    return { success: false }
  }
}

/** @param {Response} response @param {Envelope} envelope */
export function failureOf({ status, url, headers }, { error }) {
  const { code = `http_${status}`, details } = error ?? {}
  const fault = headers.get('X-Sandbox-Fault') ?? details?.fault
  const { pathname } = new URL(url)
  const message =
    error?.message ??
    (fault === undefined
      ? `${pathname} answered ${status} without a message. The output of the sandbox may say more.`
      : `The fault rule ${fault} made ${pathname} answer ${status} with a body that cannot be read.`)
  return new RequestFailed(message, { status, code, details, fault })
}
