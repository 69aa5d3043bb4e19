import type { Account } from '../accounts/account.ts'
import type { FaultRule } from '../accounts/fault.ts'
import type { Key } from '../accounts/key.ts'
import type { RoutedOperation } from '../document/operation.ts'
import { hashText, mix, unit } from '../intelligence/hash.ts'

/** A rule made ready to be held against requests. */
export interface ReadyFault {
  rule: FaultRule
  methods: ReadonlySet<string> | undefined
  /** What stands between the wildcards of its path. */
  pathParts: readonly string[] | undefined
  tally: FaultTally
}

/** What is counted of a rule in memory, until it is changed. */
export interface FaultTally {
  /** Requests that fitted, its share of which it acts on. */
  fitted: number
  /** How often it acted. */
  acted: number
}

/** What rules ask of a request. */
export interface FaultRequest {
  method: string
  /** Below the root of the API, without the query. */
  path: string
  key: Pick<Key, 'id' | 'prefix'>
  /** Epoch milliseconds of the account's clock. */
  now: number
}

type Rules = Account['faults']

const NONE: readonly ReadyFault[] = []
// By what they were made of: a change of the rules makes another record, and one of a rule another rule.
const ready = new WeakMap<Rules, Map<RoutedOperation, readonly ReadyFault[]>>()
const tallies = new WeakMap<FaultRule, FaultTally>()

/** The rules that may act on requests for `operation`, in the order in which they are tried. */
export function faultsFor(faults: Rules, operation: RoutedOperation): readonly ReadyFault[] {
  let byOperation = ready.get(faults)
  if (byOperation === undefined) {
    byOperation = new Map()
    ready.set(faults, byOperation)
  }
  let found = byOperation.get(operation)
  if (found === undefined) {
    const fitting = Object.values(faults).filter((rule) => mayAct(rule, operation))
    found = fitting.length === 0 ? NONE : fitting.map(prepared)
    byOperation.set(operation, found)
  }
  return found
}

/** Counted since the sandbox started or the rule was changed. */
export function tallyOf(rule: FaultRule): FaultTally {
  let tally = tallies.get(rule)
  if (tally === undefined) {
    tally = { fitted: 0, acted: 0 }
    tallies.set(rule, tally)
  }
  return tally
}

export function isUsedUp({ count, acted }: FaultRule): boolean {
  return count !== null && acted >= count
}

/** Whether the rule acts on requests such as this one, its share apart. */
export function fits({ rule, methods, pathParts }: ReadyFault, request: FaultRequest): boolean {
  const { method, path, key, now } = request
  return (
    (methods === undefined || methods.has(method)) &&
    (rule.key === undefined || rule.key === key.id || rule.key === key.prefix) &&
    (rule.expires_at === null || now < rule.expires_at) &&
    (pathParts === undefined || fitsPath(path, pathParts))
  )
}

/** Whether a request that fits is among the rule's share: equal seeds and orders give equal draws. */
export function isDrawn({ rule, tally }: ReadyFault, seed: number): boolean {
  const place = tally.fitted++
  return rule.share === undefined || chance(rule, seed, place, 0) < rule.share
}

/** Milliseconds that the rule delays the request on which it acts for the `time`-th time. */
export function delayOf(rule: FaultRule, seed: number, time: number): number {
  const { delay = 0 } = rule
  if (typeof delay === 'number') return delay
  // Box and Muller's way from two even draws to a normal one; 1 − draw is never 0.
  const radius = Math.sqrt(-2 * Math.log(1 - chance(rule, seed, time, 1)))
  const normal = radius * Math.cos(2 * Math.PI * chance(rule, seed, time, 2))
  const sigma = Math.log(delay.p99 / delay.median) / NORMAL_P99
  return Math.round(delay.median * Math.exp(sigma * normal))
}

/** What 99 of 100 draws of the standard normal distribution do not exceed. */
const NORMAL_P99 = 2.326348

/** From 0 to 1. Counted rules go on where they were after a restart. */
function chance({ id, acted }: FaultRule, seed: number, place: number, stream: number): number {
  return unit(mix(mix(hashText(id, seed), acted), mix(place, stream)))
}

function mayAct(rule: FaultRule, operation: RoutedOperation): boolean {
  if (!rule.enabled || isUsedUp(rule)) return false
  return rule.operation === undefined || rule.operation.includes(operation.id)
}

function prepared(rule: FaultRule): ReadyFault {
  return {
    rule,
    methods: rule.method && new Set(rule.method),
    pathParts: rule.path?.split('*'),
    tally: tallyOf(rule),
  }
}

/** In one go: a regular expression of many wildcards could be made to try for hours. */
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
