import { isAddressOrBlock } from '../../accounts/address.ts'
import { FULL_ACCESS } from '../../accounts/key.ts'
import type { BodyOf } from '../../control-client/operations.ts'
import { type Issue, invalidInput } from '../../errors.ts'
import type { Router } from '../../openapi/served/router.ts'
import { didYouMean } from '../../schema/similar.ts'
import { readExpiry } from '../../time/duration.ts'
import type { ControlParts } from '../parts.ts'

type KeyInput = BodyOf<'createKey'>

/** The properties of a new key that its input may leave open. */
interface KeyTerms {
  type: string
  /** The prefix of its token. */
  prefix: string
  permissions: string[]
  /** Epoch milliseconds; null for never. */
  expiresAt: number | null
}

export type KeyTermParts = Pick<ControlParts, 'document' | 'router'>

/**
 * The terms of a key that is created at `now` (epoch ms of the account's clock). Throws the failure that lists
 * unknown types, permissions, addresses and invalid times.
 */
export function keyTerms(input: KeyInput, now: number, parts: KeyTermParts): KeyTerms {
  const issues: Issue[] = []
  const refuse: Refuse = (path, message, value) => {
    issues.push({ in: 'body', path, message, ...(value === undefined ? {} : { value }) })
  }
  const type = typeOf(input, parts, refuse)
  const permissions = permissionsOf(input, type, parts, refuse)
  for (const [index, address] of (input.allowed_ips ?? []).entries()) {
    if (isAddressOrBlock(address)) continue
    const message = `must be an IPv4 or IPv6 address, or a CIDR block such as 203.0.113.0/24; found ${JSON.stringify(address)}`
    refuse(`/allowed_ips/${index}`, message, address)
  }
  const expiry = readExpiry(input, now)
  if (expiry.issue) issues.push(expiry.issue)
  if (issues.length > 0) throw invalidInput(issues)
  const [prefix = ''] = parts.document.prefixesByType.get(type) ?? []
  return { type, prefix, permissions, expiresAt: expiry.end ?? null }
}

/** The permissions that the served operations require, and the wildcards for groups of them. */
export function knownPermissions({ router }: { router: Router }): string[] {
  const named = router.operations.flatMap(({ permission }) => permission ?? [])
  const whole = named.map((permission) => `${permission.split(':', 1)[0]}:*`)
  return [FULL_ACCESS, ...[...new Set([...named, ...whole])].sort()]
}

type Refuse = (path: string, message: string, value?: string) => void

function typeOf(input: KeyInput, { document }: KeyTermParts, refuse: Refuse): string {
  const isLimited = input.permissions !== undefined && !input.permissions.includes(FULL_ACCESS)
  const type = input.type ?? (isLimited ? 'restricted' : 'test')
  const usable = [...document.prefixesByType.keys()].filter((name) => name !== 'live')
  if (usable.includes(type)) return type
  const message =
    type === 'live'
      ? `cannot be live: live keys are for production, and a sandbox refuses them. Choose ${usable.join(' or ')}`
      : `must be ${usable.join(' or ')}; found ${JSON.stringify(type)}`
  refuse('/type', message, type)
  return type
}

function permissionsOf(
  { permissions }: KeyInput,
  type: string,
  parts: KeyTermParts,
  refuse: Refuse,
): string[] {
  if (permissions === undefined) {
    if (type === 'restricted') {
      const example = JSON.stringify(['campaigns:read'])
      refuse(
        '/permissions',
        `is missing: a restricted key has permissions of its own, such as ${example}`,
      )
    }
    return [FULL_ACCESS]
  }
  const known = knownPermissions(parts)
  for (const [index, permission] of permissions.entries()) {
    if (known.includes(permission)) continue
    const meant = didYouMean(permission, known)
    const message = `must be one of ${known.join(', ')}; found ${JSON.stringify(permission)}${meant && `.${meant}`}`
    refuse(`/permissions/${index}`, message, permission)
  }
  return [...new Set(permissions)]
}
