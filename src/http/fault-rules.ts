import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Caller } from '../accounts/caller.ts'
import type { FaultRule } from '../accounts/fault.ts'
import type { RoutedOperation } from '../document/operation.ts'
import {
  delayOf,
  type FaultRequest,
  faultsFor,
  fits,
  isDrawn,
  isUsedUp,
  type ReadyFault,
} from '../faults/matching.ts'
import type { Services } from '../services.ts'
import { breakBody, leaveOutHeaders } from './broken-answer.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { forced, MAX_DELAY_MS, pause } from './faults.ts'

/** Says which rules acted on the request. */
const HEADER = 'X-Sandbox-Fault'

/**
 * Lets the fault rules of the account act (`/_sandbox/faults`). They are tried in order; one that only
 * delays lets those after it act too, any other is the last.
 */
export function applyFaultRules(services: Services): RequestHandler {
  const rootLength = services.config.basePath.length
  return (req, res, next) => {
    const exchange = exchangeOf(res) as Exchange & { caller: Caller; operation: RoutedOperation }
    const { account, key } = exchange.caller
    const rules = faultsFor(account.faults, exchange.operation)
    if (rules.length === 0 || exchange.hasWish) return next()

    const path = req.path.slice(rootLength)
    const request: FaultRequest = { method: req.method, path, key, now: exchange.now }
    const fitting = rules.filter((rule) => fits(rule, request))
    if (fitting.length === 0) return next()
    return act(fitting, { req, res, next }, services)
  }
}

interface Turn {
  req: Request
  res: Response
  next: NextFunction
}

async function act(
  rules: readonly ReadyFault[],
  { req, res, next }: Turn,
  services: Services,
): Promise<void> {
  const exchange = exchangeOf(res)
  const { account } = exchange.caller as Caller
  const ids: string[] = []
  let delay = 0
  let last: FaultRule | undefined
  for (const ready of rules) {
    const { rule, tally } = ready
    if (!isDrawn(ready, account.seed)) continue
    const time = await turnOf(ready, account.id, services)
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
  res.setHeader(HEADER, exchange.fault)
  if (delay > 0) await pause(Math.min(delay, MAX_DELAY_MS), res, services.clock)
  if (last === undefined) return next()
  if (last.connection !== undefined) return hangUp(req, last.connection)
  if (last.missing_headers !== undefined) leaveOutHeaders(res, last.missing_headers)
  if (last.body !== undefined) breakBody(res, last.body)
  if (last.error === undefined && last.status === undefined) return next()
  throw errorOf(last, exchange.operation as RoutedOperation, services)
}

/**
 * How often the rule has acted before; undefined when it may act no more. What is counted is durable before
 * the rule acts: requests that come together, and a restart, leave the count what it is.
 */
async function turnOf(
  { rule, tally }: ReadyFault,
  accountId: string,
  { store }: Services,
): Promise<number | undefined> {
  if (rule.count === null) return tally.acted
  return store.update(accountId, ({ faults }) => {
    const current = faults[rule.id]
    if (current === undefined || !current.enabled || isUsedUp(current)) return undefined
    return current.acted++
  })
}

function isDelayOnly(rule: FaultRule): boolean {
  const { error, status, connection, body, missing_headers } = rule
  return [error, status, connection, body, missing_headers].every((effect) => effect === undefined)
}

function errorOf(rule: FaultRule, operation: RoutedOperation, { document }: Services) {
  const { failures } = operation
  const code = rule.error ?? document.codeOf(rule.status as number, failures)
  const status = rule.status ?? document.statusOf(code, failures)
  return forced(code, status, `the fault rule ${rule.id}`, { fault: rule.id })
}

function hangUp({ socket }: Request, how: NonNullable<FaultRule['connection']>): void {
  if (how === 'reset') socket.resetAndDestroy()
  else socket.destroySoon()
}
