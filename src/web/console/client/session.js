import { controlOf, RequestFailed } from './http.js'
import { ofTab } from './storage.js'

/** @import { ControlCall } from './http.js' */

/** @typedef {import('../../../../spec/generated/sandbox.ts').components['schemas']} Control Records of the control plane. */

/**
 * @typedef {object} Session The user of this page and the accounts that are open to them.
 * @property {'operator' | 'owner'} role The operator controls every account, an owner only the account of the key.
 * @property {string | undefined} token The token of the sign-in; undefined on the machine of the sandbox.
 * @property {{ id: string, name: string, plan?: string }[]} accounts The accounts to choose from.
 */

const TOKEN = 'svc-token'

/** @typedef {import('../../../control-client/operations.ts').DataOf<'getHealth'>} Health */
/** @typedef {Control['Clock'] & { readAt: number }} Clock `readAt`: by performance.now(). */

/** @returns {Promise<Health>} */
export async function health() {
  return (await controlOf({})('GET', '/health')).data
}

/**
 * Opens a session with the token of an earlier load, or with none, which is enough on the machine of the sandbox.
 * Rejects with RequestFailed; `needsToken` says whether a token would help.
 * @param {string} [given] An admin token, or a full-access key of an account. @returns {Promise<Session>}
 */
export async function openSession(given) {
  const token = given ?? ofTab.get(TOKEN)
  try {
    const session = await sessionOf(token)
    ofTab.set(TOKEN, token)
    return session
  } catch (error) {
    // The key may have been deleted, and the page may not need one.
    if (given === undefined && token !== undefined && needsToken(error)) {
      ofTab.set(TOKEN, undefined)
      return openSession()
    }
    throw error
  }
}

export function forgetToken() {
  ofTab.set(TOKEN, undefined)
}

/** @param {unknown} error @returns {error is RequestFailed} */
export function needsToken(error) {
  return error instanceof RequestFailed && (error.status === 401 || error.status === 403)
}

/** @param {string | undefined} token @returns {Promise<Session>} */
async function sessionOf(token) {
  try {
    return { role: 'operator', token, accounts: await listAccounts(token) }
  } catch (error) {
    if (token === undefined || !needsToken(error)) throw error
    const { account } = (await controlOf({ token })('GET', '/clock')).data
    return { role: 'owner', token, accounts: [{ id: account, name: account }] }
  }
}

/** @param {string | undefined} token @param {AbortSignal} [signal] @returns {Promise<Session['accounts']>} */
export async function listAccounts(token, signal) {
  const query = { limit: 1000 }
  return (await controlOf({ token })('GET', '/accounts', { query, signal })).data
}

export const DAY_MS = 86_400_000

/** Reads the clock, with the moment of reading, to keep it running here. @param {ControlCall} control @returns {(signal: AbortSignal) => Promise<Clock>} */
export function readClock(control) {
  return async (signal) => {
    const { data } = await control('GET', '/clock', { signal })
    return { ...data, readAt: performance.now() }
  }
}

/** The current time of the clock in epoch milliseconds. @param {Clock} clock */
export function shownBy({ now, frozen, readAt }) {
  return Date.parse(now) + (frozen ? 0 : performance.now() - readAt)
}
