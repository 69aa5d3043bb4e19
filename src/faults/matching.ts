import type { Account } from '../accounts/account.ts'
import type { FaultRule } from '../accounts/fault.ts'
import type { Key } from '../accounts/key.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import { hashText, mix, unit } from '../text/hash.ts'

/** The counts of a rule in memory; a change of the rule resets them. */
export interface FaultTally {
  /** Matching requests, of which it acts on its share. */
  fitted: number
  /** How often it acted. */
  acted: number
}

/** The properties of a request that rules match. */
export interface FaultRequest {
  method: string
  /** Below the root of the API, without the query. */
  path: string
  key: Pick<Key, 'id' | 'prefix'>
  /** Epoch milliseconds of the account's clock. */
  now: number
}

type Rules = Account['faults']

// By stored rule: these are immutable, and a change makes another one.
const tallies = new WeakMap<FaultRule, FaultTally>()

/** The rules that match a request for `operation`, in order and regardless of their share. */
export function matchingRules(
  faults: Rules,
  operation: RoutedOperation,
  request: FaultRequest,
): FaultRule[] {
  return Object.values(faults).filter((rule) => matches(rule, operation, request))
}

/** Counts since the sandbox started or the rule changed. */
export function tallyOf(rule: FaultRule): FaultTally {
  let tally = tallies.get(rule)
  if (tally === undefined) {
    tally = { fitted: 0, acted: 0 }
    tallies.set(rule, tally)
  }
  return tally
}

/** Copies of rules, which start with new counts and draws. */
export function untallied(faults: Rules): Rules {
  return Object.fromEntries(Object.entries(faults).map(([id, rule]) => [id, { ...rule }]))
}

export function isUsedUp({ count, acted }: FaultRule): boolean {
  return count !== null && acted >= count
}

/** Whether a matching request is in the rule's share: equal seeds and orders give equal draws. */
export function isDrawn(rule: FaultRule, seed: number): boolean {
  const place = tallyOf(rule).fitted++
  return rule.share === undefined || chance(rule, seed, place, 0) < rule.share
}

/** The rule's delay in milliseconds when it acts for the `time`-th time. */
export function delayOf(rule: FaultRule, seed: number, time: number): number {
  const { delay = 0 } = rule
  if (typeof delay === 'number') return delay
  // The Box-Muller transform makes a normal draw from two uniform ones; 1 − draw is never 0.
  const radius = Math.sqrt(-2 * Math.log(1 - chance(rule, seed, time, 1)))
  const normal = radius * Math.cos(2 * Math.PI * chance(rule, seed, time, 2))
  const sigma = Math.log(delay.p99 / delay.median) / NORMAL_P99
  return Math.round(delay.median * Math.exp(sigma * normal))
}

/** The 99th percentile of the standard normal distribution. */
const NORMAL_P99 = 2.326348

/** From 0 to 1. After a restart, counted rules continue their draws. */
function chance({ id, acted }: FaultRule, seed: number, place: number, stream: number): number {
  return unit(mix(mix(hashText(id, seed), acted), mix(place, stream)))
}

function matches(
  rule: FaultRule,
  operation: RoutedOperation,
  { method, path, key, now }: FaultRequest,
): boolean {
  return (
    rule.enabled &&
    !isUsedUp(rule) &&
    (rule.operation === undefined || rule.operation.some((id) => id === operation.id)) &&
    (rule.method === undefined || rule.method.includes(method)) &&
    (rule.key === undefined || rule.key === key.id || rule.key === key.prefix) &&
    (rule.expires_at === null || now < rule.expires_at) &&
    (rule.path === undefined || fitsPath(path, rule.path.split('*')))
  )
}

/** Without backtracking: a regular expression with many wildcards could run for hours. */
function fitsPath(path: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return path === first
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}
