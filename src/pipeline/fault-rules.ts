import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { AccountHead, Caller } from '../accounts/account.ts'
import { FAULT_EFFECTS, type FaultRule } from '../accounts/fault.ts'
import type { Config } from '../config.ts'
import {
  delayOf,
  type FaultRequest,
  isDrawn,
  isUsedUp,
  matchingRules,
  tallyOf,
} from '../faults/matching.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import type { Store } from '../store/store.ts'
import { breakBody, hangUp, leaveOutHeaders } from './broken-answers.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { forcedError, MAX_DELAY_MS, type PauseParts, pause } from './forced-errors.ts'
import { HungUpRequests } from './hung-up-requests.ts'

interface FaultParts extends PauseParts {
  config: Config
  document: ApiDocument
  store: Store
}

interface ActingParts extends FaultParts {
  hungUp: HungUpRequests
}

/**
 * Applies the fault rules of the account (`/_sandbox/faults`) in order. A rule that only delays lets later ones act,
 * too; any other is the last.
 */
export function applyFaultRules(parts: FaultParts): RequestHandler {
  const rootLength = parts.config.apiPath.length
  const hungUp = new HungUpRequests()
  return (req, res, next) => {
    const { caller, isForced, source } = exchangeOf(res) as Exchange & { caller: Caller }
    // In a proxy, the rules have acted before.
    if (isForced || source === 'sandbox') return next()
    const path = req.path.slice(rootLength)
    return actOn({ req, res, next }, { path, key: caller.key }, { ...parts, hungUp })
  }
}

interface Stage {
  req: Request
  res: Response
  next: NextFunction
  /** Whether the response comes from another server, and is passed on as it is. */
  isPassing?: boolean
}

/** Applies the rules of the caller's account that fit a request. Calls `next`, throws the error of a rule, or hangs up. */
export function actOn(
  stage: Stage,
  { path, key }: Pick<FaultRequest, 'path' | 'key'>,
  parts: ActingParts,
): Promise<void> | void {
  const { caller, operation, now } = exchangeOf(stage.res)
  const repeated = parts.hungUp.repeated(stage.req, parts.clock.elapsed())
  if (repeated) {
    noteRules(stage.res, [repeated.id])
    return breakConnection(stage.req, repeated, parts)
  }
  const request: FaultRequest = { method: stage.req.method, path, key, now }
  const { faults } = (caller as Caller).account
  const rules = matchingRules(faults, operation as RoutedOperation, request)
  return rules.length === 0 ? stage.next() : act(rules, stage, parts)
}

async function act(
  rules: readonly FaultRule[],
  { req, res, next, isPassing = false }: Stage,
  parts: ActingParts,
): Promise<void> {
  const exchange = exchangeOf(res)
  const { account } = exchange.caller as Caller
  const ids: string[] = []
  let delay = 0
  let last: FaultRule | undefined
  for (const rule of rules) {
    if (!isDrawn(rule, account.seed)) continue
    const time = await turnOf(rule, account.id, parts.store)
    if (time === undefined) continue
    tallyOf(rule).acted++
    ids.push(rule.id)
    delay += delayOf(rule, account.seed, time)
    if (isDelayOnly(rule)) continue
    last = rule
    break
  }
  if (ids.length === 0) return next()

  noteRules(res, ids)
  if (delay > 0) await pause(Math.min(delay, MAX_DELAY_MS), res, parts)
  if (last === undefined) return next()
  if (last.connection !== undefined) return breakConnection(req, last, parts)
  if (last.missing_headers !== undefined) leaveOutHeaders(res, last.missing_headers)
  if (last.body !== undefined) breakBody(res, last.body, isPassing)
  if (last.error === undefined && last.status === undefined) return next()
  throw errorOf(last, exchange.operation as RoutedOperation, parts.document)
}

function noteRules(res: Response, ids: readonly string[]): void {
  const fault = ids.join(', ')
  exchangeOf(res).fault = fault
  res.setHeader('X-Sandbox-Fault', fault)
}

function breakConnection(req: Request, rule: FaultRule, parts: ActingParts): void {
  parts.hungUp.note(req, rule, parts.clock.elapsed())
  hangUp(req, rule.connection as NonNullable<FaultRule['connection']>)
}

/**
 * How often the rule has acted before; undefined if it is used up. The count is stored before the rule acts, so that
 * simultaneous requests and a restart cannot change it.
 */
async function turnOf(
  rule: FaultRule,
  accountId: string,
  store: Store,
): Promise<number | undefined> {
  if (rule.count === null) return tallyOf(rule).acted
  const takeTurn = ({ faults }: AccountHead) => {
    const current = faults[rule.id]
    if (current === undefined || !current.enabled || isUsedUp(current)) return undefined
    return current.acted++
  }
  return store.update(accountId, takeTurn)
}

function isDelayOnly(rule: FaultRule): boolean {
  return FAULT_EFFECTS.every((name) => name === 'delay' || rule[name] === undefined)
}

function errorOf(rule: FaultRule, operation: RoutedOperation, document: ApiDocument) {
  const { failures } = operation
  const code = rule.error ?? document.codeOf(rule.status as number, failures)
  const status = rule.status ?? document.statusOf(code, failures)
  return forcedError(code, status, `the fault rule ${rule.id}`, { fault: rule.id })
}
