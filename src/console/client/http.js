/**
 * @typedef {object} Envelope What the API and the control plane answer with (§4, §7).
 * @property {boolean} success
 * @property {any} [data]
 * @property {string} [message]
 * @property {{ code: string, message: string, details?: Record<string, any> }} [error]
 * @property {{ timestamp?: string, version?: string, pagination?: Pagination }} [meta]
 */

/** @typedef {{ total: number, limit: number, offset: number, has_more: boolean }} Pagination */

/**
 * @typedef {object} CallOptions
 * @property {Record<string, string | number | boolean | string[] | undefined | null>} [query] What is undefined, null or empty is left out.
 * @property {unknown} [body] Sent as JSON.
 * @property {string} [token] For Authorization: Bearer.
 * @property {AbortSignal} [signal]
 */

/** A request that failed: what the server said, or that it could not be reached (status 0). */
export class RequestFailed extends Error {
  /**
   * @param {string} message
   * @param {{ status: number, code: string, details?: Record<string, any>, fault?: string }} failure
   */
  constructor(message, { status, code, details, fault }) {
    super(message)
    this.name = 'RequestFailed'
    this.status = status
    this.code = code
    this.details = details
    /** Ids of the fault rules that made it fail, if any did. */
    this.fault = fault
  }
}

/**
 * Sends a request to this server. Rejects with RequestFailed, or with the AbortError of `signal`.
 *
 * @param {string} method
 * @param {string} path Relative to the page, such as `_sandbox/clock`, so that the console works below any path.
 * @param {CallOptions} [options]
 * @returns {Promise<Envelope>}
 */
export async function call(method, path, { query, body, token, signal } = {}) {
  const response = await reach(addressOf(path, query), {
    method,
    headers: {
      Accept: 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    credentials: 'omit',
    cache: 'no-store',
  })
  const envelope = await envelopeOf(response)
  if (response.ok && envelope.success !== false) return envelope
  throw failureOf(response, envelope)
}

/**
 * @param {string} path
 * @param {CallOptions['query']} query
 */
export function addressOf(path, query = {}) {
  const address = new URL(path, document.baseURI)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) {
      address.searchParams.append(name, String(each))
    }
  }
  return address
}

/**
 * As fetch, but what has no answer is told as a failure as any other.
 *
 * @param {URL} address
 * @param {RequestInit} init
 */
export async function reach(address, init) {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new RequestFailed(
      'The sandbox does not answer. Start it again with npm start; this page goes on by itself.',
      { status: 0, code: 'unreachable' },
    )
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Envelope>}
 */
async function envelopeOf(response) {
  try {
    const body = await response.json()
    return typeof body === 'object' && body !== null ? body : { success: response.ok, data: body }
  } catch {
    return { success: false }
  }
}

/**
 * @param {Response} response
 * @param {Envelope} envelope
 */
export function failureOf({ status, url, headers }, { error }) {
  const { code = `http_${status}`, details } = error ?? {}
  const fault = headers.get('X-Sandbox-Fault') ?? details?.fault
  const { pathname } = new URL(url)
  const message =
    error?.message ??
    (fault === undefined
      ? `${pathname} answered with ${status} and without a message. The sandbox's own output may tell more.`
      : `${pathname} answered with ${status} and a body that cannot be read, as the fault rule ${fault} wants it.`)
  return new RequestFailed(message, {
    status,
    code,
    ...(details === undefined ? {} : { details }),
    ...(fault === undefined ? {} : { fault }),
  })
}
