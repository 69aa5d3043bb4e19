import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { AccountHead, Caller } from '../accounts/account.ts'
import { FAULT_EFFECTS, type FaultEffect, type FaultRule } from '../accounts/fault.ts'
import type { Config } from '../config.ts'
import {
  delayOf,
  type FaultRequest,
  faultsFor,
  fits,
  isDrawn,
  isUsedUp,
  type ReadyFault,
} from '../faults/matching.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import { NO_CAMPAIGNS, type Store } from '../store/store.ts'
import { hangUp, truncate } from './broken-answers.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { forcedError, MAX_DELAY_MS, type PauseParts, pause } from './forced-errors.ts'
import { noteAnswer } from './send.ts'

interface FaultParts extends PauseParts {
  config: Config
  document: ApiDocument
  store: Store
}

/**
 * Applies the fault rules of the account (`/_sandbox/faults`) in order. A rule that only delays lets later ones act,
 * too; any other is the last.
 */
export function applyFaultRules(parts: FaultParts): RequestHandler {
  const rootLength = parts.config.apiPath.length
  return (req, res, next) => {
    const exchange = exchangeOf(res) as Exchange & { caller: Caller; operation: RoutedOperation }
    const { account, key } = exchange.caller
    const rules = faultsFor(account.faults, exchange.operation)
    if (rules.length === 0 || exchange.isForced) return next()

    const path = req.path.slice(rootLength)
    const request: FaultRequest = { method: req.method, path, key, now: exchange.now }
    const fitting = rules.filter((rule) => fits(rule, request))
    if (fitting.length === 0) return next()
    return act(fitting, { req, res, next }, parts)
  }
}

async function act(
  rules: readonly ReadyFault[],
  { req, res, next }: { req: Request; res: Response; next: NextFunction },
  parts: FaultParts,
): Promise<void> {
  const exchange = exchangeOf(res)
  const { account } = exchange.caller as Caller
  const ids: string[] = []
  let delay = 0
  let last: FaultRule | undefined
  for (const ready of rules) {
    const { rule, tally } = ready
    if (!isDrawn(ready, account.seed)) continue
    const time = await turnOf(ready, account.id, parts.store)
    if (time === undefined) continue
    tally.acted++
    ids.push(rule.id)
    delay += delayOf(rule, account.seed, time)
    if (isDelayOnly(rule)) continue
    last = rule
    break
  }
  if (ids.length === 0) return next()

  exchange.fault = ids.join(', ')
  res.setHeader('X-Sandbox-Fault', exchange.fault)
  if (delay > 0) await pause(Math.min(delay, MAX_DELAY_MS), res, parts)
  if (last === undefined) return next()
  if (last.connection !== undefined) return hangUp(req, last.connection)
  if (last.missing_headers !== undefined) leaveOutHeaders(res, last.missing_headers)
  if (last.body !== undefined) breakBody(res, last.body)
  if (last.error === undefined && last.status === undefined) return next()
  throw errorOf(last, exchange.operation as RoutedOperation, parts.document)
}

/**
 * How often the rule has acted before; undefined if it is used up. The count is stored before the rule acts, so that
 * simultaneous requests and a restart cannot change it.
 */
async function turnOf(
  { rule, tally }: ReadyFault,
  accountId: string,
  store: Store,
): Promise<number | undefined> {
  if (rule.count === null) return tally.acted
  const takeTurn = ({ faults }: AccountHead) => {
    const current = faults[rule.id]
    if (current === undefined || !current.enabled || isUsedUp(current)) return undefined
    return current.acted++
  }
  return store.update(accountId, takeTurn, NO_CAMPAIGNS)
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
    return writeHead.apply(res, head)
  }) as typeof res.writeHead
}

/** Sends a broken body. */
function breakBody(res: Response, how: NonNullable<FaultEffect['body']>): void {
  // The answer to HEAD has no body.
  if (res.req.method === 'HEAD') return
  if (how === 'truncated') truncate(res)
  else malform(res)
}

/** Adds a comma at the end, which every JSON parser refuses. Leaves other content unchanged. */
function malform(res: Response): void {
  const end = res.end.bind(res) as (body?: unknown) => Response
  res.end = ((body: unknown) => {
    if (exchangeOf(res).answer === undefined) return end(body)
    const text = String(body)
    const broken = `${text.slice(0, -1)},${text.slice(-1)}`
    res.setHeader('Content-Length', Buffer.byteLength(broken))
    noteAnswer(res, broken)
    return end(broken)
  }) as typeof res.end
}
