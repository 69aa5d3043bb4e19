import type { AccountHead } from '../../accounts/account.ts'
import { isAddressOrBlock } from '../../accounts/address.ts'
import { nextId } from '../../accounts/identifier.ts'
import {
  canControl,
  FULL_ACCESS,
  isRotationDue,
  type Key,
  keyFor,
  statusOf,
} from '../../accounts/key.ts'
import { newToken } from '../../accounts/token.ts'
import { type KeyUsage, noUsage } from '../../accounts/usage.ts'
import type { BodyOf, DataOf } from '../../control-client/operations.ts'
import { ApiError, type Issue, invalidInput } from '../../errors.ts'
import { mustBeOneOf } from '../../schema/similar.ts'
import { isoTime, isoTimeOrNull } from '../../time/clock.ts'
import { readExpiry } from '../../time/duration.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'

/** Most keys that an account can have, without deleted ones. */
export const MAX_KEYS = 100
/** Deleted keys are kept up to this number, so that their tokens differ from unknown ones. */
const MAX_DELETED_KEYS = 200

export function keyHandlers(parts: ControlParts) {
  const { clock, usage } = parts
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
      const { type, prefix, permissions, expiresAt } = keyTerms(body, clock.of(owned), parts)
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
          last_used_at: isoTimeOrNull(last_used_at),
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
    last_used_at: isoTimeOrNull(used?.last_used_at ?? null),
    expires_at: isoTimeOrNull(key.expires_at),
    revoked_at: isoTimeOrNull(key.revoked_at),
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

/**
 * The properties of a new key that its input may leave open; `now`: epoch ms of the account's clock. Throws the failure
 * that lists unknown types, permissions, addresses and invalid times.
 */
function keyTerms(input: BodyOf<'createKey'>, now: number, { document, router }: ControlParts) {
  const { permissions = [FULL_ACCESS], allowed_ips = [] } = input
  const type = input.type ?? (permissions.includes(FULL_ACCESS) ? 'test' : 'restricted')
  const issues: Issue[] = []
  const refuse = (path: string, message: string, value?: string) => {
    issues.push({ in: 'body', path, message, ...(value === undefined ? {} : { value }) })
  }

  const types = [...document.prefixesByType.keys()].filter((name) => name !== 'live')
  if (type === 'live') {
    const why = 'live keys are for production, and a sandbox refuses them'
    refuse('/type', `cannot be live: ${why}. Choose ${types.join(' or ')}`, type)
  } else if (!types.includes(type)) {
    refuse('/type', `must be ${types.join(' or ')}; found ${JSON.stringify(type)}`, type)
  }
  if (type === 'restricted' && input.permissions === undefined) {
    const why = 'a restricted key has permissions of its own, such as ["campaigns:read"]'
    refuse('/permissions', `is missing: ${why}`)
  }
  // Those that the served operations require, and the wildcards for groups of them.
  const required = router.operations.flatMap(({ permission }) => permission ?? [])
  const groups = required.map((permission) => `${permission.split(':', 1)[0]}:*`)
  const known = [FULL_ACCESS, ...[...new Set([...required, ...groups])].sort()]
  for (const [index, permission] of permissions.entries()) {
    if (known.includes(permission)) continue
    refuse(`/permissions/${index}`, mustBeOneOf(known, permission), permission)
  }
  for (const [index, address] of allowed_ips.entries()) {
    if (isAddressOrBlock(address)) continue
    const message = `must be an IPv4 or IPv6 address, or a CIDR block such as 203.0.113.0/24; found ${JSON.stringify(address)}`
    refuse(`/allowed_ips/${index}`, message, address)
  }
  const expiry = readExpiry(input, now)
  if (expiry.issue) issues.push(expiry.issue)
  if (issues.length > 0) throw invalidInput(issues)

  const [prefix = ''] = document.prefixesByType.get(type) ?? []
  const expiresAt = expiry.end ?? null
  return { type, prefix, permissions: [...new Set(permissions)], expiresAt }
}
