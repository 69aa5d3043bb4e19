import { call, RequestFailed } from './http.js'
import { ofTab } from './storage.js'

/** @typedef {import('../../../spec/generated/sandbox.ts').components['schemas']} Control Records of the control plane. */

/**
 * @typedef {object} Session Who sits at this page, and what that opens.
 * @property {'operator' | 'owner'} role The operator steers every account, an owner the one of its key.
 * @property {string | undefined} token What was given to sign in; undefined on one's own machine.
 * @property {{ id: string, name: string, plan?: string }[]} accounts Those that can be picked.
 */

const TOKEN = 'svc-token'

/** @typedef {{ api_version: string, storage: string, accounts: number, rate_limits: boolean, signup: boolean }} Health */

/** @returns {Promise<Health>} */
export async function health() {
  return (await call('GET', '_sandbox/health')).data
}

/**
 * Finds out what this page may do: with the token of an earlier load, or with none, which is enough on the machine of
 * the sandbox. Rejects with RequestFailed; `needsToken` tells whether a token would help.
 *
 * @param {string} [given] An admin token, or a full-access key of an account.
 * @returns {Promise<Session>}
 */
export async function openSession(given) {
  const token = given ?? ofTab.get(TOKEN)
  try {
    const session = await sessionOf(token)
    ofTab.set(TOKEN, token)
    return session
  } catch (error) {
    // A key that was deleted meanwhile opens nothing, but the page may not need one.
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

/**
 * @param {unknown} error
 * @returns {error is RequestFailed}
 */
export function needsToken(error) {
  return error instanceof RequestFailed && (error.status === 401 || error.status === 403)
}

/**
 * @param {string | undefined} token
 * @returns {Promise<Session>}
 */
async function sessionOf(token) {
  try {
    return { role: 'operator', token, accounts: await listAccounts(token) }
  } catch (error) {
    if (token === undefined || !needsToken(error)) throw error
    const account = await ownAccount(token)
    return { role: 'owner', token, accounts: [account] }
  }
}

/**
 * Those that the operator can pick.
 *
 * @param {string | undefined} token
 * @param {AbortSignal} [signal]
 * @returns {Promise<Session['accounts']>}
 */
export async function listAccounts(token, signal) {
  const { data } = await call('GET', '_sandbox/accounts', {
    query: { limit: 1000 },
    ...(token === undefined ? {} : { token }),
    ...(signal === undefined ? {} : { signal }),
  })
  return data
}

/**
 * The account that a key stands for.
 *
 * @param {string} token
 */
async function ownAccount(token) {
  const { data } = await call('GET', '_sandbox/clock', { token })
  return { id: data.account, name: data.account }
}
