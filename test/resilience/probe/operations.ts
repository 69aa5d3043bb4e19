import {
  ALL_CONTROL_OPERATIONS,
  type MalformedOperation,
  OPERATIONS,
} from '../../support/malformed/malformed-operations.ts'
import type { Random } from '../../support/random.ts'
import { ATTACKER } from './accounts.ts'

export type ProbedOperation = MalformedOperation

export { OPERATIONS as SERVICE }
export const CONTROL = ALL_CONTROL_OPERATIONS
export const ALL_OPERATIONS = [...OPERATIONS, ...CONTROL]

export const isControl = ({ path }: ProbedOperation) => path.startsWith('/_sandbox')
export const isStream = ({ id }: ProbedOperation) => id.startsWith('stream')

/** Waits for requests of its account, so that the probe gives it no time. */
export const isWaiting = ({ id }: ProbedOperation) => id === 'waitForRequest'

/** Whether anybody may call it. */
export const isOpen = ({ security }: ProbedOperation) =>
  security.length === 0 || security.some((scheme) => 'ownOrigin' in scheme)

/** Whether only the operator may call it. */
export const isOperators = ({ security }: ProbedOperation) =>
  security.length > 0 && security.every((scheme) => 'adminToken' in scheme)

/** The permissions of §5 that an operation of the service needs. */
export const permissionsOf = ({ security }: ProbedOperation): string[] =>
  security.flatMap((scheme) => scheme.bearerAuth ?? [])

type Owned = Pick<typeof ATTACKER, 'id' | 'campaign' | 'webhook' | 'alert'>

/** The path with ids of an account in the place of its parameters. */
export function pathFor({ path }: ProbedOperation, owner: Owned = ATTACKER): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    if (path.includes('/campaign')) return owner.campaign
    if (path.includes('/webhooks/')) return owner.webhook
    if (path.includes('/alerts/')) return owner.alert
    return name === 'account_id' ? owner.id : 'none'
  })
}

/** Parameters that a read needs, with values that are right. */
export function queryFor({ id, parameters }: ProbedOperation, owner: Owned = ATTACKER): string {
  const wanted: Record<string, string> = {
    campaign_id: owner.campaign,
    brand: 'Attack',
    type: id === 'exportCsv' ? 'rankings' : '',
    timeout: '0',
  }
  const pairs = parameters
    .filter((name) => wanted[name] && !(name === 'timeout' && id !== 'waitForRequest'))
    .map((name) => `${name}=${wanted[name]}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** A body that is right as far as examples can be. */
export function bodyFor({ id, fields }: ProbedOperation): Record<string, unknown> {
  return { ...fields, ...EXACT[id] }
}

/** Operations whose examples do not fit together. */
const EXACT: Record<string, Record<string, unknown>> = {
  createAlert: { campaign_id: ATTACKER.campaign, keyword: 'attack one' },
  updateAlert: { campaign_id: ATTACKER.campaign, keyword: 'attack one' },
  createWebhook: { alerts: [ATTACKER.alert], secret: 'a-secret-of-the-probe' },
  updateWebhook: { alerts: [ATTACKER.alert], secret: 'a-secret-of-the-probe' },
}

export function pickOperation(
  random: Random,
  from: readonly ProbedOperation[] = ALL_OPERATIONS,
): ProbedOperation {
  return random.pick(from)
}
