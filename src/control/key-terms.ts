import type { operations } from '../../spec/generated/sandbox.ts'
import { isAddressOrBlock } from '../accounts/address.ts'
import { FULL_ACCESS } from '../accounts/key-lifetime.ts'
import { type Issue, invalidInput } from '../invalid-input.ts'
import type { Services } from '../services.ts'
import { readExpiry } from '../time/expiry.ts'

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
  const expiry = readExpiry(input, now)
  if (expiry.issue) issues.push(expiry.issue)
  if (issues.length > 0) throw invalidInput(issues)
  const [prefix = ''] = parts.document.prefixesByType.get(type) ?? []
  return { type, prefix, permissions, expiresAt: expiry.end ?? null }
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
