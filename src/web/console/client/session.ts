import type { components } from '../../../../spec/generated/sandbox.ts'
import type { DataOf } from '../../../control-client/operations.ts'
import { type ControlCall, controlOf, RequestFailed } from './http.ts'
import { keepVisitorKey, visitorKey } from './keys.ts'
import { ofServer, ofTab } from './storage.ts'

/** Records of the control plane. */
export type Control = components['schemas']

/** The user of this page and the accounts that are open to them. */
export interface Session {
  /** The operator controls every account, an owner only the account of the key. */
  role: 'operator' | 'owner'
  /** The token of the sign-in; undefined on the machine of the sandbox. */
  token: string | undefined
  /** The accounts to choose from. */
  accounts: { id: string; name: string; plan?: string }[]
}

const TOKEN = 'svc-token'

export type Health = DataOf<'getHealth'>

/** `readAt`: by performance.now(). */
export type Clock = Control['Clock'] & { readAt: number }

export async function health(): Promise<Health> {
  return (await controlOf({})('GET', '/health')).data
}

/**
 * Opens a session with the token of an earlier load, with the key of a visitor of a hosted demo, or with none, which is
 * enough on the machine of the sandbox. Rejects with RequestFailed; `needsToken` says whether a token would help.
 * @param given An admin token, or a full-access key of an account.
 */
export async function openSession(
  health: Pick<Health, 'signup'>,
  given?: string,
): Promise<Session> {
  const token = given ?? ofTab.get(ofServer(TOKEN)) ?? (health.signup ? visitorKey() : undefined)
  try {
    const session = await sessionOf(token)
    ofTab.set(ofServer(TOKEN), token)
    return session
  } catch (error) {
    // The key may have been deleted, and the page may not need one.
    if (given === undefined && token !== undefined && needsToken(error)) {
      forgetToken(token)
      return openSession(health)
    }
    throw error
  }
}

/** @param token The token of the session. */
export function forgetToken(token: string | undefined) {
  ofTab.set(ofServer(TOKEN), undefined)
  if (token !== undefined && token === visitorKey()) keepVisitorKey(undefined)
}

export function needsToken(error: unknown): error is RequestFailed {
  return error instanceof RequestFailed && (error.status === 401 || error.status === 403)
}

async function sessionOf(token: string | undefined): Promise<Session> {
  try {
    return { role: 'operator', token, accounts: await listAccounts(token) }
  } catch (error) {
    if (token === undefined || !needsToken(error)) throw error
    const { account } = (await controlOf({ token })('GET', '/clock')).data
    return { role: 'owner', token, accounts: [{ id: account, name: account }] }
  }
}

export async function listAccounts(
  token: string | undefined,
  signal?: AbortSignal,
): Promise<Session['accounts']> {
  const query = { limit: 1000 }
  return (await controlOf({ token })('GET', '/accounts', { query, signal })).data
}

export const DAY_MS = 86_400_000

/** Reads the clock, with the moment of reading, to keep it running here. */
export function readClock(control: ControlCall): (signal: AbortSignal) => Promise<Clock> {
  return async (signal) => {
    const { data } = await control('GET', '/clock', { signal })
    return { ...data, readAt: performance.now() }
  }
}

/** The current time of the clock in epoch milliseconds. */
export function shownBy({ now, frozen, readAt }: Clock) {
  return Date.parse(now) + (frozen ? 0 : performance.now() - readAt)
}
