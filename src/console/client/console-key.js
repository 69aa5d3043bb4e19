import { apiDocument, permissionsOf } from './document.js'
import { call, RequestFailed } from './http.js'
import { ofBrowser } from './storage.js'

/** @typedef {{ id: string, token: string }} ConsoleKey */

/**
 * The console reads the API as any client does, with a key. It makes one of its own for each account, so that looking
 * uses up nobody's quota, and its requests can be told from those of others. The key does what operations of the API ask
 * for and cannot steer the account: else it would count as one that its owner can come in again with.
 */
export const CONSOLE_KEY = {
  name: 'Console',
  /** Requests an hour: as many as a page that is watched all day makes. */
  rate_limit: 10_000,
}

/** @param {string} account */
const place = (account) => `svc-console-key ${account}`

/**
 * @param {string} account
 * @returns {ConsoleKey | undefined} The one that this browser has made before.
 */
export function keptKey(account) {
  try {
    return JSON.parse(ofBrowser.get(place(account)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * @param {(method: string, path: string, options: import('./http.js').CallOptions) => Promise<import('./http.js').Envelope>} control
 * @param {string} account
 * @returns {Promise<ConsoleKey>}
 */
async function newKey(control, account) {
  const permissions = permissionsOf(await apiDocument())
  // Where no operation asks for a permission there is none to restrict a key to.
  const terms = permissions.length === 0 ? { type: 'test' } : { type: 'restricted', permissions }
  const { data } = await control('POST', 'keys', { body: { ...CONSOLE_KEY, ...terms } })
  const key = { id: data.id, token: data.token }
  ofBrowser.set(place(account), JSON.stringify(key))
  return key
}

/**
 * `api` calls the API for one account; `keyMade` waits for the key that it does so with. A key that is not valid any more, as after a reset, is replaced once, and
 * so is one that was made when operations asked for other permissions.
 *
 * @param {(method: string, path: string, options: import('./http.js').CallOptions) => Promise<import('./http.js').Envelope>} control
 * @param {string} account
 */
export function apiOf(control, account) {
  /** @type {Promise<ConsoleKey> | undefined} */
  let making
  const made = () => {
    making ??= newKey(control, account).finally(() => {
      making = undefined
    })
    return making
  }
  /**
   * @param {string} method
   * @param {string} path Below the API's root, such as `campaigns`.
   * @param {import('./http.js').CallOptions} [options]
   */
  const api = async (method, path, options = {}) => {
    const send = (/** @type {ConsoleKey} */ { token }) =>
      call(method, `api/${path}`, { ...options, token })
    const key = keptKey(account) ?? (await made())
    try {
      return await send(key)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      if (error.status === 0) throw await brokenOff(error, control)
      // A fault rule may answer so, too, and would again with any key.
      if (error.fault !== undefined) throw error
      if (error.status !== 401 && !(await lacksPermission(error))) throw error
      // Another request may have replaced it meanwhile.
      const kept = keptKey(account)
      return send(kept === undefined || kept.token === key.token ? await made() : kept)
    }
  }
  const keyMade = async () => {
    // Why it cannot be made is for those to tell who need it.
    if (keptKey(account) === undefined) await made().catch(() => {})
  }
  return { api, keyMade }
}

/** Whether a new key would have what this one was refused for. @param {RequestFailed} error */
async function lacksPermission({ details }) {
  const required = details?.required
  return required !== undefined && permissionsOf(await apiDocument()).includes(required)
}

/**
 * What it means that no answer came: a fault rule breaks connections off, or the sandbox is away.
 *
 * @param {RequestFailed} error
 * @param {(method: string, path: string, options: import('./http.js').CallOptions) => Promise<import('./http.js').Envelope>} control
 */
async function brokenOff(error, control) {
  try {
    const { data } = await control('GET', 'faults', {})
    const rules = /** @type {import('./fault-rules.js').Fault[]} */ (data)
    const fault = rules
      .filter(({ connection, matched }) => connection !== undefined && matched > 0)
      .map(({ id }) => id)
      .join(', ')
    if (fault === '') return error
    return new RequestFailed(
      `The connection ended without an answer, as the fault rule ${fault} wants it.`,
      { status: 0, code: 'connection_broken', fault },
    )
  } catch {
    return error
  }
}
