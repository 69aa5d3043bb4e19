import type { Account } from '../accounts/account.ts'
import { nextId } from '../accounts/identifier.ts'
import type { Key } from '../accounts/key.ts'
import { canSteer, isRotationDue, statusOf } from '../accounts/key-lifetime.ts'
import { hashToken, newToken, tokenPrefix } from '../accounts/token.ts'
import { noUsage } from '../accounts/usage.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { isoTime } from '../time/clock.ts'
import { keyTerms } from './key-terms.ts'
import type { ControlHandler, DataOf } from './operation.ts'

/** Keys of an account that are not deleted; more of them cannot be created. */
export const MAX_KEYS = 100
/** Deleted keys that are remembered, so that their tokens are told apart from unknown ones. */
const MAX_DELETED_KEYS = 200

/** GET /_sandbox/keys */
export const listKeys: ControlHandler<'listKeys'> = async ({ account, query }, services) => {
  const owned = await withUsage(account, services)
  const now = services.clock.of(owned)
  const keys = Object.values(owned.keys).filter(
    ({ revoked_at }) => revoked_at === null || query.include_deleted === true,
  )
  return { data: keys.sort(byCreation).map((key) => shownKey(owned, key, now)) }
}

/** GET /_sandbox/keys/{key_id} */
export const getKey: ControlHandler<'getKey'> = async ({ account, params }, services) => {
  const owned = await withUsage(account, services)
  return { data: shownKey(owned, find(owned, params.key_id), services.clock.of(owned)) }
}

/** POST /_sandbox/keys */
export const createKey: ControlHandler<'createKey'> = async ({ account, body }, services) => {
  const owned = await account()
  const terms = keyTerms(body, services.clock.of(owned), services)
  const token = newToken(terms.prefix)
  const created = await services.store.update(owned.id, (changed) => {
    const now = services.clock.of(changed)
    requireRoom(changed)
    const key: Key = {
      id: freeKeyId(changed),
      name: body.name,
      type: terms.type,
      prefix: tokenPrefix(token),
      hash: hashToken(token),
      permissions: terms.permissions,
      rate_limit: body.rate_limit ?? null,
      allowed_ips: body.allowed_ips ?? [],
      created_at: now,
      expires_at: terms.expiresAt,
      revoked_at: null,
    }
    changed.keys[key.id] = key
    return shownKey(changed, key, now)
  })
  return {
    data: { ...created, token },
    message: 'Copy the token now: it is shown this once and cannot be looked up later.',
  }
}

/** DELETE /_sandbox/keys/{key_id} */
export const deleteKey: ControlHandler<'deleteKey'> = async (request, services) => {
  const { account, params, keyId } = request
  const { id } = await withUsage(account, services)
  const deleted = await services.store.update(id, (changed) => {
    const now = services.clock.of(changed)
    const key = find(changed, params.key_id)
    if (key.revoked_at !== null) {
      throw new ApiError(
        'unknown_resource',
        `The key ${key.id} was deleted on ${isoTime(key.revoked_at)} already.`,
      )
    }
    if (key.id === keyId) requireAnotherSteering(changed, key, now)
    key.revoked_at = now
    forgetLongDeleted(changed)
    return shownKey(changed, key, now)
  })
  return { data: deleted, message: 'Every request with its token fails from now on.' }
}

/** GET /_sandbox/keys/{key_id}/usage */
export const getKeyUsage: ControlHandler<'getKeyUsage'> = async ({ account, params }, services) => {
  const owned = await withUsage(account, services)
  const { id } = find(owned, params.key_id)
  const { last_used_at = null, days = {} } = owned.usage[id] ?? {}
  const total = noUsage()
  for (const counts of Object.values(days)) {
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name]
  }
  const byDay = Object.entries(days).sort(([a], [b]) => (a < b ? 1 : -1))
  return {
    data: {
      key_id: id,
      last_used_at: timeOrNull(last_used_at),
      total,
      days: byDay.map(([date, counts]) => ({ date, ...counts })),
    },
  }
}

/** A key as the control plane shows it: without its hash. `now` is the time of the account's clock. */
export function shownKey({ usage }: Account, key: Key, now: number): DataOf<'getKey'> {
  return {
    id: key.id,
    name: key.name,
    type: key.type,
    prefix: key.prefix,
    permissions: [...key.permissions],
    rate_limit: key.rate_limit,
    allowed_ips: [...key.allowed_ips],
    created_at: isoTime(key.created_at),
    last_used_at: timeOrNull(usage[key.id]?.last_used_at ?? null),
    expires_at: timeOrNull(key.expires_at),
    revoked_at: timeOrNull(key.revoked_at),
    rotation_due: isRotationDue(key, now),
    status: statusOf(key, now),
  }
}

/** The account with all that was counted up to now. */
async function withUsage(
  account: () => Promise<Readonly<Account>>,
  { usage }: Services,
): Promise<Readonly<Account>> {
  await usage.flush()
  return account()
}

function find({ id, keys }: Account, keyId: string): Key {
  const key = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined
  if (key) return key
  throw new ApiError(
    'unknown_resource',
    `The account ${id} has no key ${JSON.stringify(keyId.slice(0, 80))}. GET /_sandbox/keys lists its keys.`,
  )
}

// A reset may begin anew with the sequence that ids come from, and leave the keys.
function freeKeyId(account: Account): string {
  let id = nextId(account, 'key')
  while (account.keys[id]) id = nextId(account, 'key')
  return id
}

function requireRoom({ id, keys }: Account): void {
  const kept = Object.values(keys).filter(({ revoked_at }) => revoked_at === null)
  if (kept.length < MAX_KEYS) return
  throw new ApiError(
    'permission_denied',
    `The account ${id} has ${kept.length} keys, of ${MAX_KEYS} that it can have. Delete one first.`,
  )
}

// Without one, nobody but the operator could do anything about the account any more.
function requireAnotherSteering({ id, keys }: Account, key: Key, now: number): void {
  if (Object.values(keys).some((each) => each.id !== key.id && canSteer(each, now))) return
  throw new ApiError(
    'permission_denied',
    `This is the key that you call with, and the last one of ${id} with all permissions: without it ` +
      'you could not steer the account any more. Create another first, and delete this one with it.',
  )
}

function forgetLongDeleted({ keys, sessions, usage }: Account): void {
  const deleted = Object.values(keys).filter(({ revoked_at }) => revoked_at !== null)
  deleted.sort((a, b) => (a.revoked_at as number) - (b.revoked_at as number))
  for (const { id } of deleted.slice(0, -MAX_DELETED_KEYS)) {
    delete keys[id]
    delete usage[id]
    for (const session of Object.values(sessions)) {
      if (session.key_id === id) delete sessions[session.id]
    }
  }
}

function byCreation(a: Key, b: Key): number {
  return a.created_at - b.created_at
}

function timeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time)
}
