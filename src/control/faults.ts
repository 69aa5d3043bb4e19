import type { components } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import type { FaultRule } from '../accounts/fault.ts'
import { ApiError } from '../errors.ts'
import { addFault, changeFault } from '../faults/input.ts'
import { isUsedUp, tallyOf } from '../faults/matching.ts'
import type { Services } from '../services.ts'
import { isoTime } from '../time/clock.ts'
import type { ControlHandler } from './operation.ts'

type Fault = components['schemas']['Fault']

/** GET /_sandbox/faults */
export const listFaults: ControlHandler<'listFaults'> = async (request, services) => {
  const account = await request.account()
  return { data: Object.values(account.faults).map((rule) => viewOf(rule, account, services)) }
}

/** POST /_sandbox/faults */
export const createFault: ControlHandler<'createFault'> = async (request, services) => {
  const account = await request.account()
  const terms = termsOf(account, services)
  const rule = await services.store.update(account.id, (owned) =>
    addFault(owned, request.body, terms),
  )
  return { data: viewOf(rule, account, services), message: 'Fault rule created.' }
}

/** GET /_sandbox/faults/{id} */
export const getFault: ControlHandler<'getFault'> = async (request, services) => {
  const account = await request.account()
  return { data: viewOf(ruleOf(account, request.params.id), account, services) }
}

/** PUT /_sandbox/faults/{id} */
export const updateFault: ControlHandler<'updateFault'> = async (request, services) => {
  const account = await request.account()
  const { params, body } = request
  const terms = termsOf(account, services)
  const rule = await services.store.update(account.id, (owned) =>
    changeFault(owned, ruleOf(owned, params.id), body, terms),
  )
  return { data: viewOf(rule, account, services), message: 'Fault rule changed.' }
}

/** DELETE /_sandbox/faults/{id} */
export const deleteFault: ControlHandler<'deleteFault'> = async (request, services) => {
  const account = await request.account()
  const { id } = request.params
  // As it was: how often it acted is known of the stored rule only.
  const data = viewOf(ruleOf(account, id), account, services)
  await services.store.update(account.id, (owned) => {
    delete owned.faults[ruleOf(owned, id).id]
  })
  return { data, message: 'Fault rule deleted.' }
}

/** DELETE /_sandbox/faults */
export const deleteFaults: ControlHandler<'deleteFaults'> = async (request, services) => {
  const { id } = await request.account()
  const deleted = await services.store.update(id, (owned) => {
    const ids = Object.keys(owned.faults)
    for (const each of ids) delete owned.faults[each]
    return ids.length
  })
  return { data: { deleted }, message: 'All fault rules deleted.' }
}

function termsOf(account: Readonly<Account>, { clock, router }: Services) {
  return { now: clock.of(account), operationIds: router.operations.map(({ id }) => id) }
}

function ruleOf(account: Readonly<Account>, id: string): FaultRule {
  const rule = account.faults[id]
  if (rule !== undefined) return rule
  throw new ApiError(
    'unknown_resource',
    `Account ${account.id} has no fault rule ${JSON.stringify(id.slice(0, 80))}. GET /_sandbox/faults lists those that it has.`,
  )
}

function viewOf(rule: FaultRule, account: Readonly<Account>, { clock }: Services): Fault {
  const { id, name, enabled, count, acted, expires_at, created_at, updated_at, ...fields } = rule
  return {
    id,
    account: account.id,
    name,
    enabled,
    state: stateOf(rule, clock.of(account)),
    ...fields,
    ...(count === null ? {} : { count }),
    matched: count === null ? tallyOf(rule).acted : acted,
    remaining: count === null ? null : count - acted,
    expires_at: expires_at === null ? null : isoTime(expires_at),
    created_at,
    updated_at,
  }
}

function stateOf(rule: FaultRule, now: number): Fault['state'] {
  if (!rule.enabled) return 'disabled'
  if (isUsedUp(rule)) return 'used_up'
  return rule.expires_at !== null && rule.expires_at <= now ? 'expired' : 'active'
}
