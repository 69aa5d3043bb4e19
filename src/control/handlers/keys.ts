import type { AccountHead } from '../../accounts/account.ts'
import { nextId } from '../../accounts/identifier.ts'
import { canControl, isRotationDue, type Key, keyFor, statusOf } from '../../accounts/key.ts'
import { newToken } from '../../accounts/token.ts'
import { type KeyUsage, noUsage } from '../../accounts/usage.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { ApiError } from '../../errors.ts'
import { isoTime } from '../../time/clock.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { type KeyTermParts, keyTerms } from './key-terms.ts'

/** Most keys that an account can have, without deleted ones. */
export const MAX_KEYS = 100
/** Deleted keys are kept up to this number, so that their tokens differ from unknown ones. */
const MAX_DELETED_KEYS = 200

type Parts = KeyTermParts & Pick<ControlParts, 'clock' | 'usage'>

export function keyHandlers({ clock, usage, ...terms }: Parts) {
  /** The account with the usage of its keys, counted up to now. */
  const withUsage = async (account: () => Promise<Readonly<AccountHead>>) => {
    await usage.flush()
    const owned = await account()
    return { owned, used: await usage.usageOf(owned) }
  }
  return {
    /** GET /_sandbox/keys */
    async listKeys({ account, query }) {
      const { owned, used } = await withUsage(account)
      const now = clock.of(owned)
      const keys = Object.values(owned.keys)
        .filter(({ revoked_at }) => revoked_at === null || query.include_deleted === true)
        .sort((a, b) => a.created_at - b.created_at)
      return { data: keys.map((key) => shownKey(key, now, used[key.id])) }
    },

    /** GET /_sandbox/keys/{key_id} */
    async getKey({ account, params }) {
      const { owned, used } = await withUsage(account)
      const key = find(owned, params.key_id)
      return { data: shownKey(key, clock.of(owned), used[key.id]) }
    },

    /** POST /_sandbox/keys */
    async createKey({ account, body, isOperator, change }) {
      const owned = await account()
      const { type, prefix, permissions, expiresAt } = keyTerms(body, clock.of(owned), terms)
      const token = newToken(prefix)
      const create = (changed: AccountHead) => {
        const now = clock.of(changed)
        requireRoom(changed)
        const key = keyFor(token, {
          id: freeKeyId(changed),
          name: body.name,
          type,
          permissions,
          rate_limit: body.rate_limit ?? null,
          allowed_ips: body.allowed_ips ?? [],
          created_at: now,
          expires_at: expiresAt,
          ...(isOperator ? { made_by: 'operator' } : {}),
        })
        changed.keys[key.id] = key
        return shownKey(key, now)
      }
      const created = await change(owned.id, create)
      return {
        data: { ...created, token },
        message: 'Copy the token now: it is shown this once and cannot be looked up later.',
      }
    },

    /** DELETE /_sandbox/keys/{key_id} */
    async deleteKey(request) {
      const { account, params, keyId, change } = request
      const { owned, used } = await withUsage(account)
      const remove = (changed: AccountHead) => {
        const now = clock.of(changed)
        const key = find(changed, params.key_id)
        if (key.revoked_at !== null) {
          throw new ApiError(
            'unknown_resource',
            `The key ${key.id} was already deleted on ${isoTime(key.revoked_at)}.`,
          )
        }
        if (key.id === keyId) requireAnotherFullKey(changed, key, now)
        key.revoked_at = now
        forgetLongDeleted(changed)
        return shownKey(key, now, used[key.id])
      }
      const deleted = await change(owned.id, remove)
      return { data: deleted, message: 'Every request with its token fails from now on.' }
    },

    /** GET /_sandbox/keys/{key_id}/usage */
    async getKeyUsage({ account, params }) {
      const { owned, used } = await withUsage(account)
      const { id } = find(owned, params.key_id)
      const { last_used_at = null, days = {} } = used[id] ?? {}
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
    },
  } satisfies Partial<ControlHandlers>
}

/**
 * A key without its hash, as the control plane shows it. `now`: the time of the account's clock. `used`: the usage of
 * the key; undefined if it has none.
 */
export function shownKey(key: Key, now: number, used?: KeyUsage): DataOf<'getKey'> {
  return {
    id: key.id,
    name: key.name,
    type: key.type,
    prefix: key.prefix,
    permissions: [...key.permissions],
    rate_limit: key.rate_limit,
    allowed_ips: [...key.allowed_ips],
    created_at: isoTime(key.created_at),
    last_used_at: timeOrNull(used?.last_used_at ?? null),
    expires_at: timeOrNull(key.expires_at),
    revoked_at: timeOrNull(key.revoked_at),
    rotation_due: isRotationDue(key, now),
    status: statusOf(key, now),
  }
}

function find({ id, keys }: AccountHead, keyId: string): Key {
  const key = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined
  if (key) return key
  throw unknownIn(id, 'key', keyId, 'GET /_sandbox/keys lists its keys.')
}

// A reset may restart the sequence of ids and keep the keys.
function freeKeyId(account: AccountHead): string {
  let id = nextId(account, 'key')
  while (account.keys[id]) id = nextId(account, 'key')
  return id
}

function requireRoom({ id, keys }: AccountHead): void {
  const kept = Object.values(keys).filter(({ revoked_at }) => revoked_at === null)
  if (kept.length < MAX_KEYS) return
  throw new ApiError(
    'permission_denied',
    `Account ${id} has ${kept.length} keys; the maximum is ${MAX_KEYS}. Delete one first.`,
  )
}

// Otherwise only the operator could control the account.
function requireAnotherFullKey({ id, keys }: AccountHead, key: Key, now: number): void {
  if (Object.values(keys).some((each) => each.id !== key.id && canControl(each, now))) return
  throw new ApiError(
    'permission_denied',
    `This is the last key of ${id} with all permissions, and it cannot delete itself. ` +
      'Create another first, and use that one to delete it.',
  )
}

function forgetLongDeleted({ keys, sessions, usage }: AccountHead): void {
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

function timeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time)
}
