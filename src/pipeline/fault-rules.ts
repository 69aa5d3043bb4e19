import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { AccountHead, Caller } from '../accounts/account.ts'
import { FAULT_EFFECTS, type FaultEffect, type FaultRule } from '../accounts/fault.ts'
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
import { hangUp, malformPassing, truncate } from './broken-answers.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { forcedError, MAX_DELAY_MS, type PauseParts, pause } from './forced-errors.ts'
import { HungUpRequests } from './hung-up-requests.ts'
import { noteAnswer } from './send.ts'

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

/** Sends the answer without these headers. Removes them late, after the check against the document. */
function leaveOutHeaders(res: Response, names: readonly string[]): void {
  const writeHead = res.writeHead as (...head: unknown[]) => Response
  res.writeHead = ((...head: unknown[]) => {
    // Including those that Node adds, such as Date.
    for (const name of names) res.removeHeader(name)
    return writeHead.apply(
      res,
      head.map((part) => (Array.isArray(part) ? without(part, names) : part)),
    )
  }) as typeof res.writeHead
}

/** Without the headers of these names; `flat` is `[name, value, name, value]`. */
function without(flat: string[], names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase())
  return flat.filter((_, index) => !lower.includes(String(flat[index - (index % 2)]).toLowerCase()))
}

/** Sends a broken body. */
function breakBody(res: Response, how: NonNullable<FaultEffect['body']>, isPassing: boolean): void {
  // The answer to HEAD has no body.
  if (res.req.method === 'HEAD') return
  if (how === 'truncated') truncate(res)
  else if (isPassing) malformPassing(res)
  else malform(res)
}

/** Adds a comma at the end, which every JSON parser refuses. Leaves other content unchanged. */
function malform(res: Response): void {
  const end = res.end.bind(res) as (body?: unknown) => Response
  res.end = ((body: unknown) => {
    if (exchangeOf(res).answer === undefined) return end(body)
    const text = String(body)
    const broken = Buffer.from(`${text.slice(0, -1)},${text.slice(-1)}`)
    res.setHeader('Content-Length', broken.length)
    noteAnswer(res, broken)
    return end(broken)
  }) as typeof res.end
}
