import type { components } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import {
  FAULT_EFFECTS,
  type FaultEffect,
  type FaultRule,
  type FaultTarget,
} from '../accounts/fault.ts'
import { nextId } from '../accounts/identifier.ts'
import { hashToken } from '../accounts/token.ts'
import { METHODS } from '../document/methods.ts'
import { ApiError } from '../errors.ts'
import { type Issue, invalidInput } from '../invalid-input.ts'
import { isoTime } from '../time/clock.ts'
import { readExpiry } from '../time/expiry.ts'

/** A rule as it is asked for, keeping to its schema in spec/sandbox.yaml. */
export type FaultInput = components['schemas']['FaultInput']

/** More would be a slip, and each has to be looked at with every request. */
export const MAX_FAULTS = 100

/** What an input is held against beside its schema. */
export interface FaultTerms {
  /** Ids of the operations that there are. */
  operationIds: readonly string[]
  /** Epoch milliseconds of the account's clock. */
  now: number
}

/** Adds the rule to the account, after those that it has. Throws ApiError for what cannot be. */
export function addFault(account: Account, input: FaultInput, terms: FaultTerms): FaultRule {
  if (Object.keys(account.faults).length >= MAX_FAULTS) {
    throw new ApiError(
      'invalid_input',
      `Account ${account.id} has ${MAX_FAULTS} fault rules, and can have no more. Delete some first.`,
    )
  }
  const fields = checked(account, input, terms)
  const id = nextId(account, 'flt')
  const at = isoTime(terms.now)
  const rule: FaultRule = {
    id,
    name: null,
    enabled: true,
    count: null,
    acted: 0,
    expires_at: null,
    ...fields,
    created_at: at,
    updated_at: at,
  }
  account.faults[id] = rule
  return rule
}

/** Changes a rule of the account by the fields that are sent. Throws ApiError for what cannot be. */
export function changeFault(
  account: Account,
  rule: FaultRule,
  input: FaultInput,
  terms: FaultTerms,
): FaultRule {
  if (Object.keys(input).length === 0) {
    throw invalidInput([
      { in: 'body', path: '', message: 'must have at least one field to change' },
    ])
  }
  const replaced = FAULT_EFFECTS.some((name) => input[name] !== undefined)
  const kept: FaultEffect = replaced ? {} : effectOf(rule)
  const fields = checked(account, { ...kept, ...input }, terms)
  if (replaced) for (const name of FAULT_EFFECTS) delete rule[name]
  if (input.count !== undefined) rule.acted = 0
  return Object.assign(rule, fields, { updated_at: isoTime(terms.now) })
}

function effectOf(rule: FaultRule): FaultEffect {
  return Object.fromEntries(
    FAULT_EFFECTS.filter((name) => rule[name] !== undefined).map((name) => [name, rule[name]]),
  )
}

type Fields = FaultTarget &
  FaultEffect &
  Partial<Pick<FaultRule, 'name' | 'enabled' | 'count' | 'expires_at'>>

/** The fields of a rule as they are kept. */
function checked(account: Account, input: FaultInput, terms: FaultTerms): Fields {
  const key = input.key === undefined ? undefined : keyOf(account, input.key)
  const issues = faultIssues(input, terms, () => key !== undefined)
  if (issues.length > 0) throw invalidInput(issues)

  const { expires_in, operation, method, ...others } = input
  const fields = {
    ...others,
    operation: operation === undefined ? undefined : [operation].flat(),
    method: method === undefined ? undefined : [method].flat().map((each) => each.toUpperCase()),
    key,
    expires_at: readExpiry(input, terms.now).end,
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Fields
}

/**
 * All that is wrong with an input that its schema cannot say; `isKey` tells whether there is the key that it
 * names.
 */
export function faultIssues(
  input: FaultInput,
  { operationIds, now }: FaultTerms,
  isKey: (key: string) => boolean,
): Issue[] {
  const issues: Issue[] = []
  const refuse = (path: string, message: string, value?: unknown) =>
    issues.push({ in: 'body', path, message, ...(value === undefined ? {} : { value }) })

  if (FAULT_EFFECTS.every((name) => input[name] === undefined)) {
    refuse('', `must say what the rule does, with one or more of ${FAULT_EFFECTS.join(', ')}`)
  }
  const idle = FAULT_EFFECTS.find(
    (name) => name !== 'delay' && name !== 'connection' && input[name],
  )
  if (input.connection !== undefined && idle !== undefined) {
    refuse(
      '/connection',
      `leaves no answer for ${idle} to act on. Make a rule of its own of each, with a count`,
    )
  }
  if (typeof input.delay === 'object' && input.delay.p99 < input.delay.median) {
    refuse('/delay/p99', `must be at least the median, ${input.delay.median}`, input.delay.p99)
  }
  const unknown = [input.operation ?? []].flat().find((each) => !operationIds.includes(each))
  if (unknown !== undefined) {
    const found = JSON.stringify(unknown.slice(0, 80))
    refuse(
      '/operation',
      `must be an operationId of the API (${operationIds.join(', ')}); found ${found}`,
    )
  }
  const method = [input.method ?? []].flat().find((each) => !METHODS.includes(each.toLowerCase()))
  if (method !== undefined) {
    const found = JSON.stringify(method)
    refuse('/method', `must be one of ${METHODS.join(', ').toUpperCase()}; found ${found}`)
  }
  if (input.key !== undefined && !isKey(input.key)) {
    // Not shown: it may be a token of another account.
    refuse(
      '/key',
      'must be the id, the first 8 characters or the token of a key of this account; there is none like that',
    )
  }
  const { issue } = readExpiry(input, now)
  if (issue) issues.push(issue)
  return issues
}

/** The id of the key that is meant, or the beginning of tokens as it is; undefined when there is none. */
function keyOf({ keys }: Account, text: string): string | undefined {
  const hash = hashToken(text)
  for (const key of Object.values(keys)) {
    if (key.id === text || key.hash === hash) return key.id
    if (key.prefix === text) return text
  }
  return undefined
}
