import type { AccountHead } from '../accounts/account.ts'
import {
  FAULT_EFFECTS,
  type FaultChanges,
  type FaultEffect,
  type FaultInput,
  type FaultRule,
} from '../accounts/fault.ts'
import { nextId } from '../accounts/identifier.ts'
import { hashToken } from '../accounts/token.ts'
import { API_PATH } from '../config/base-path.ts'
import { ApiError, type Issue, invalidInput, invalidValue } from '../errors.ts'
import { METHODS } from '../schema/operations.ts'
import { mustBeOneOf } from '../schema/similar.ts'
import { isoTime } from '../time/clock.ts'
import { readExpiry } from '../time/duration.ts'

/** More are likely a mistake, and every request is matched against each. */
export const MAX_FAULTS = 100

/** The context in which an input is validated, in addition to its schema. */
export interface FaultTerms {
  /** Ids of all operations. */
  operationIds: readonly string[]
  /** Epoch milliseconds of the account's clock. */
  now: number
}

/** Adds a rule after the others of the account. Throws ApiError if its input is invalid. */
export function addFault(account: AccountHead, input: FaultInput, terms: FaultTerms): FaultRule {
  if (Object.keys(account.faults).length >= MAX_FAULTS) {
    throw new ApiError(
      'invalid_input',
      `Account ${account.id} has ${MAX_FAULTS} fault rules, the maximum. Delete some first.`,
    )
  }
  const fields = checked(account, input, terms)
  const id = nextId(account, 'flt')
  const at = isoTime(terms.now)
  const defaults = { name: null, enabled: true, count: null, acted: 0, expires_at: null }
  const rule: FaultRule = { id, ...defaults, ...fields, created_at: at, updated_at: at }
  account.faults[id] = rule
  return rule
}

/** Changes the sent fields of a rule, and its place among the others. Throws ApiError if its input is invalid. */
export function changeFault(
  account: AccountHead,
  rule: FaultRule,
  changes: FaultChanges,
  terms: FaultTerms,
): FaultRule {
  if (Object.keys(changes).length === 0) {
    throw invalidValue('body', '', 'must have at least one field to change')
  }
  const { position, ...fields } = changes
  const input = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null),
  ) as FaultInput
  const replaced = FAULT_EFFECTS.some((name) => input[name] !== undefined)
  const kept: FaultEffect = replaced ? {} : effectOf(rule)
  const next = checked(account, { ...kept, ...input }, terms)
  if (replaced) for (const name of FAULT_EFFECTS) delete rule[name]
  if (fields.count !== undefined) rule.acted = 0
  for (const name of REMOVABLE) if (fields[name] === null) delete rule[name]
  for (const name of NULLABLE) if (fields[name] === null) rule[name] = null
  Object.assign(rule, next, { updated_at: isoTime(terms.now) })
  if (position !== undefined) move(account, rule, position)
  return rule
}

const REMOVABLE = ['operation', 'method', 'path', 'key', 'share'] as const
const NULLABLE = ['name', 'count', 'expires_at'] as const

/** Puts a rule at a place in the order of evaluation, from 1; the last one if there are fewer rules. */
function move(account: AccountHead, rule: FaultRule, position: number): void {
  const order = Object.values(account.faults).filter(({ id }) => id !== rule.id)
  order.splice(position - 1, 0, rule)
  account.faults = Object.fromEntries(order.map((each) => [each.id, each]))
}

function effectOf(rule: FaultRule): FaultEffect {
  return Object.fromEntries(
    FAULT_EFFECTS.filter((name) => rule[name] !== undefined).map((name) => [name, rule[name]]),
  )
}

/** The stored fields of a rule. */
function checked(account: AccountHead, input: FaultInput, terms: FaultTerms): Partial<FaultRule> {
  const key = input.key === undefined ? undefined : keyOf(account, input.key)
  const issues = faultIssues(input, terms, () => key !== undefined)
  if (issues.length > 0) throw invalidInput(issues)

  const { expires_in, operation, method, path, ...others } = input
  const fields = {
    ...others,
    operation: operation === undefined ? undefined : [operation].flat(),
    method: method === undefined ? undefined : [method].flat().map((each) => each.toUpperCase()),
    path: path === undefined ? undefined : belowRoot(path),
    key,
    expires_at: readExpiry(input, terms.now).end,
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<FaultRule>
}

/** `/campaigns` of `/api/campaigns`: users copy paths from addresses. */
function belowRoot(path: string): string {
  return path.startsWith(`${API_PATH}/`) ? path.slice(API_PATH.length) : path
}

/** All issues of an input that its schema cannot express; `isKey` says whether the account has a key. */
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
    const what = `an operationId of the API (${operationIds.join(', ')})`
    refuse('/operation', mustBeOneOf(operationIds, unknown, what))
  }
  const method = [input.method ?? []].flat().find((each) => !METHODS.includes(each.toLowerCase()))
  if (method !== undefined) {
    const names = METHODS.map((each) => each.toUpperCase())
    refuse('/method', mustBeOneOf(names, method))
  }
  if (input.key !== undefined && !isKey(input.key)) {
    // Not shown: it may be a token of another account.
    refuse(
      '/key',
      'must be the id, the first 8 characters or the token of a key of this account; no key matches',
    )
  }
  const { issue } = readExpiry(input, now)
  if (issue) issues.push(issue)
  return issues
}

/** The id of the key, or the prefix of tokens unchanged; undefined if the account has no such key. */
function keyOf({ keys }: AccountHead, text: string): string | undefined {
  const hash = hashToken(text)
  for (const key of Object.values(keys)) {
    if (key.id === text || key.hash === hash) return key.id
    if (key.prefix === text) return text
  }
  return undefined
}
