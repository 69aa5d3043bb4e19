import type { AccountHead } from '../../accounts/account.ts'
import type { FaultRule } from '../../accounts/fault.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { addFault, changeFault } from '../../faults/input.ts'
import { isUsedUp, tallyOf } from '../../faults/matching.ts'
import { isoTimeOrNull } from '../../time/clock.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'

type Fault = DataOf<'getFault'>

export function faultHandlers(parts: ControlParts) {
  const { clock } = parts
  const viewOf = (rule: FaultRule, account: Readonly<AccountHead>) =>
    faultView(rule, account, clock.of(account))
  return {
    /** GET /_sandbox/faults */
    async listFaults(request) {
      const account = await request.account()
      return { data: Object.values(account.faults).map((rule) => viewOf(rule, account)) }
    },

    /** POST /_sandbox/faults */
    async createFault(request) {
      const account = await request.account()
      const terms = faultTerms(clock.of(account), parts)
      const add = (owned: AccountHead) => addFault(owned, request.body, terms)
      const rule = await request.change(account.id, add)
      return { data: viewOf(rule, account), message: 'Fault rule created.' }
    },

    /** GET /_sandbox/faults/{id} */
    async getFault(request) {
      const account = await request.account()
      return { data: viewOf(ruleOf(account, request.params.id), account) }
    },

    /** PUT /_sandbox/faults/{id} */
    async updateFault(request) {
      const account = await request.account()
      const { params, body } = request
      const terms = faultTerms(clock.of(account), parts)
      const change = (owned: AccountHead) =>
        changeFault(owned, ruleOf(owned, params.id), body, terms)
      const rule = await request.change(account.id, change)
      return { data: viewOf(rule, account), message: 'Fault rule changed.' }
    },

    /** DELETE /_sandbox/faults/{id} */
    async deleteFault(request) {
      const account = await request.account()
      const { id } = request.params
      // Read before the deletion: the tally belongs to the stored rule.
      const data = viewOf(ruleOf(account, id), account)
      const remove = (owned: AccountHead) => {
        delete owned.faults[ruleOf(owned, id).id]
      }
      await request.change(account.id, remove)
      return { data, message: 'Fault rule deleted.' }
    },

    /** DELETE /_sandbox/faults */
    async deleteFaults(request) {
      const account = await request.account()
      const clear = (owned: AccountHead) => {
        const ids = Object.keys(owned.faults)
        for (const id of ids) delete owned.faults[id]
        return ids.length
      }
      const deleted = await request.change(account.id, clear)
      return { data: { deleted }, message: 'All fault rules deleted.' }
    },
  } satisfies Partial<ControlHandlers>
}

/** What the terms of a rule are read by: the time of its account's clock, and the operations. */
export function faultTerms(now: number, { router }: ControlParts) {
  return { now, operationIds: router.operations.map(({ id }) => id) }
}

function ruleOf(account: Readonly<AccountHead>, id: string): FaultRule {
  const rule = account.faults[id]
  if (rule !== undefined) return rule
  throw unknownIn(account.id, 'fault rule', id, 'GET /_sandbox/faults lists its rules.')
}

function faultView(rule: FaultRule, account: Readonly<AccountHead>, now: number): Fault {
  const { id, name, enabled, count, acted, expires_at, created_at, updated_at, ...fields } = rule
  return {
    id,
    account: account.id,
    name,
    enabled,
    state: stateOf(rule, now),
    ...fields,
    ...(count === null ? {} : { count }),
    matched: count === null ? tallyOf(rule).acted : acted,
    remaining: count === null ? null : count - acted,
    expires_at: isoTimeOrNull(expires_at),
    created_at,
    updated_at,
  }
}

function stateOf(rule: FaultRule, now: number): Fault['state'] {
  if (!rule.enabled) return 'disabled'
  if (isUsedUp(rule)) return 'used_up'
  return rule.expires_at !== null && rule.expires_at <= now ? 'expired' : 'active'
}
