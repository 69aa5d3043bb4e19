import type { operations } from '../../spec/generated/sandbox.ts'
import { isAddressOrBlock } from '../accounts/address.ts'
import { FULL_ACCESS } from '../accounts/key-lifetime.ts'
import { type Issue, invalidInput } from '../invalid-input.ts'
import type { Services } from '../services.ts'
import { isoTime } from '../time/clock.ts'
import { parseDuration } from '../time/duration.ts'

/** What a caller says of a key to be created. */
export type KeyInput = operations['createKey']['requestBody']['content']['application/json']

/** What a key gets that its input leaves open. */
export interface KeyTerms {
  type: string
  /** What its token begins with. */
  prefix: string
  permissions: string[]
  /** Epoch milliseconds; null for never. */
  expiresAt: number | null
}

type Parts = Pick<Services, 'document' | 'router'>

/**
 * The terms of a key that is created at `now` (epoch ms of the account's clock). Throws the failure that
 * names all that the sandbox does not know: types, permissions, addresses, times.
 */
export function keyTerms(input: KeyInput, now: number, parts: Parts): KeyTerms {
  const issues: Issue[] = []
  const type = typeOf(input, parts, issues)
  const permissions = permissionsOf(input, type, parts, issues)
  for (const [index, address] of (input.allowed_ips ?? []).entries()) {
    if (isAddressOrBlock(address)) continue
    issues.push({
      in: 'body',
      path: `/allowed_ips/${index}`,
      message: `must be an IPv4 or IPv6 address, or a CIDR block such as 203.0.113.0/24; found ${JSON.stringify(address)}`,
      value: address,
    })
  }
  const expiresAt = expiryOf(input, now, issues)
  if (issues.length > 0) throw invalidInput(issues)
  const [prefix = ''] = parts.document.prefixesByType.get(type) ?? []
  return { type, prefix, permissions, expiresAt }
}

/** What the operations that are served ask of a key, with the forms that stand for several. */
export function knownPermissions({ router }: Pick<Services, 'router'>): string[] {
  const named = router.operations.flatMap(({ permission }) => permission ?? [])
  const whole = named.map((permission) => `${permission.split(':', 1)[0]}:*`)
  return [FULL_ACCESS, ...[...new Set([...named, ...whole])].sort()]
}

function typeOf(input: KeyInput, { document }: Parts, issues: Issue[]): string {
  const isLimited = input.permissions !== undefined && !input.permissions.includes(FULL_ACCESS)
  const type = input.type ?? (isLimited ? 'restricted' : 'test')
  const usable = [...document.prefixesByType.keys()].filter((name) => name !== 'live')
  if (usable.includes(type)) return type
  const message =
    type === 'live'
      ? `cannot be live: live keys are for production, and a sandbox refuses them. Choose ${usable.join(' or ')}`
      : `must be ${usable.join(' or ')}; found ${JSON.stringify(type)}`
  issues.push({ in: 'body', path: '/type', message, value: type })
  return type
}

function permissionsOf(
  { permissions }: KeyInput,
  type: string,
  parts: Parts,
  issues: Issue[],
): string[] {
  if (permissions === undefined) {
    if (type === 'restricted') {
      issues.push({
        in: 'body',
        path: '/permissions',
        message: `is missing: a restricted key has permissions of its own, such as ${JSON.stringify(['campaigns:read'])}`,
      })
    }
    return [FULL_ACCESS]
  }
  const known = knownPermissions(parts)
  for (const [index, permission] of permissions.entries()) {
    if (known.includes(permission)) continue
    issues.push({
      in: 'body',
      path: `/permissions/${index}`,
      message: `must be one of ${known.join(', ')}; found ${JSON.stringify(permission)}`,
      value: permission,
    })
  }
  return [...new Set(permissions)]
}

function expiryOf(
  { expires_in, expires_at }: KeyInput,
  now: number,
  issues: Issue[],
): number | null {
  const refuse = (path: string, message: string, value: string) => {
    issues.push({ in: 'body', path, message, value })
    return null
  }
  if (expires_in !== undefined && expires_at !== undefined) {
    return refuse('/expires_in', 'and expires_at are given both. Leave one out', expires_in)
  }
  if (expires_in !== undefined) {
    const duration = parseDuration(expires_in)
    const end = now + (duration ?? 0)
    if (duration === undefined || duration === 0 || end > LATEST) {
      return refuse(
        '/expires_in',
        `must be a duration such as 90d, 12h or 1d12h; found ${JSON.stringify(expires_in)}`,
        expires_in,
      )
    }
    return end
  }
  if (expires_at === undefined) return null
  const end = Date.parse(expires_at)
  if (end > now) return end
  return refuse(
    '/expires_at',
    `must be later than ${isoTime(now)}, which the account's clock shows; found ${JSON.stringify(expires_at)}`,
    expires_at,
  )
}

/** Dates beyond it have no four digits for their year any more. */
const LATEST = Date.UTC(9999, 11, 31)
