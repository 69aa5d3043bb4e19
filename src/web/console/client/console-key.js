import { apiDocument, permissionsOf } from './document.js'
import { call, RequestFailed } from './http.js'
import { ofBrowser } from './storage.js'

/** @import { CallOptions, ControlCall } from './http.js' */

/** @typedef {{ id: string, token: string }} ConsoleKey */

/**
 * The console calls the API with a key, as any client does. It creates its own key for each account, so that it does not use up
 * the quota of another key, and its requests can be recognized. The key has only the permissions that operations need: with full
 * access it would count as a key that its owner can sign in with.
 */
export const CONSOLE_KEY = {
  name: 'Console',
  /** Requests per hour, enough for a page that is open all day. */
  rate_limit: 10_000,
}

const place = (/** @type {string} */ account) => `svc-console-key ${account}`

/** @param {string} account @returns {ConsoleKey | undefined} The one that this browser created before. */
export function keptKey(account) {
  try {
    return JSON.parse(ofBrowser.get(place(account)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** @param {ControlCall} control @param {string} account @returns {Promise<ConsoleKey>} */
async function newKey(control, account) {
  const permissions = permissionsOf(await apiDocument())
  // If no operation needs a permission, there is nothing to restrict a key to.
  const terms = permissions.length === 0 ? { type: 'test' } : { type: 'restricted', permissions }
  const { data } = await control('POST', '/keys', { body: { ...CONSOLE_KEY, ...terms } })
  const key = { id: data.id, token: data.token }
  ofBrowser.set(place(account), JSON.stringify(key))
  return key
}

/**
 * `api` calls the API for one account; `keyMade` waits for the key that it needs. A key that is no longer valid, as after a
 * reset, is replaced once. So is a key without a permission that an operation needs now.
 * @param {ControlCall} control @param {string} account
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
  /** @param {string} method @param {string} path Below the API's root. @param {CallOptions} [options] */
  const api = async (method, path, options = {}) => {
    const send = (/** @type {ConsoleKey} */ { token }) =>
      call(method, `api/${path}`, { ...options, token })
    const key = keptKey(account) ?? (await made())
    try {
      return await send(key)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      if (error.status === 0) throw await brokenOff(error, control)
      // With a fault rule, a new key would fail, too.
      if (error.fault !== undefined) throw error
      if (error.status !== 401 && !(await lacksPermission(error))) throw error
      // Another request may have replaced it in the meantime.
      const kept = keptKey(account)
      return send(kept === undefined || kept.token === key.token ? await made() : kept)
    }
  }
  const keyMade = async () => {
    // Requests that need the key report the error.
    if (keptKey(account) === undefined) await made().catch(() => {})
  }
  return { api, keyMade }
}

/** Whether a new key would have the missing permission. @param {RequestFailed} error */
async function lacksPermission({ details }) {
  const required = details?.required
  return required !== undefined && permissionsOf(await apiDocument()).includes(required)
}

/** Why there was no response: a fault rule, or the sandbox is away. @param {RequestFailed} error @param {ControlCall} control */
async function brokenOff(error, control) {
  try {
    const { data } = await control('GET', '/faults')
    const fault = data
      .filter(({ connection, matched }) => connection !== undefined && matched > 0)
      .map(({ id }) => id)
      .join(', ')
    if (fault === '') return error
    return new RequestFailed(`The fault rule ${fault} ended the connection without a response.`, {
      status: 0,
      code: 'connection_broken',
      fault,
    })
  } catch {
    return error
  }
}
