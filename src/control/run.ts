import type { Request, RequestHandler, Response } from 'express'
import type { Account } from '../accounts/account.ts'
import { type Cause, type ChangeSource, changeSourceOf } from '../accounts/mark.ts'
import type { ControlId } from '../control-client/operations.ts'
import { AbortController, type AbortSignal } from '../node-globals.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import { hangUp, truncate } from '../pipeline/broken-answers.ts'
import { successEnvelope } from '../pipeline/envelope.ts'
import {
  exchangeOf,
  GENERAL_HEADERS,
  goneSignal,
  header,
  serverUrl,
  writeHeaders,
} from '../pipeline/exchange.ts'
import { requirePageSize } from '../pipeline/paging.ts'
import { requireConformance, sendJsonText } from '../pipeline/send.ts'
import { meter } from '../pipeline/traffic.ts'
import type { ChangeFeed } from '../runtime/change-feed.ts'
import { changeNoted } from '../runtime/noted-change.ts'
import type { OpenKind } from '../runtime/open-requests.ts'
import { ifPresent } from '../store/store.ts'
import { accountOf, OPERATOR } from './account.ts'
import { authorityOf } from './guard.ts'
import { controlHandlers } from './handlers/handlers.ts'
import type { ControlHandler, ControlRequest, ControlResult, PlainAnswer } from './operation.ts'
import type { ControlParts, HttpControlParts } from './parts.ts'
import { sendStream } from './send-stream.ts'

/** The part of a request that comes from HTTP, or from the sandbox's own process. */
export type Call = Pick<
  ControlRequest<ControlId>,
  'params' | 'query' | 'body' | 'address' | 'headers' | 'lastEventId' | 'serverUrl' | 'signal'
> & { source: ChangeSource }

/** Returns a function that calls the handler of an operation, and notes and reports what it changed. */
export function operationRunner(parts: ControlParts) {
  const { store, clock } = parts
  const handlers = controlHandlers(parts)
  return async (
    { id, method }: RoutedOperation,
    call: Call,
    authority = OPERATOR,
  ): Promise<ControlResult<ControlId>> => {
    const { accountId: own, keyId } = authority
    const isRead = method === 'GET'
    const cause: Cause = { operation: id, source: call.source, madeAt: clock.wallTime() }
    const affected = new Set<string>()
    let isNoted = isRead || NOTED.includes(id)
    const change = async <T>(accountId: string, make: (account: Account) => T): Promise<T> => {
      const account = await store.readHead(accountId)
      const { params } = call
      const made = await changeNoted({ account, params, cause, timeOf: clock.of, make }, parts)
      isNoted = true
      return made
    }
    const { account: asked } = call.query as { account?: string }
    const handler = handlers[id as ControlId] as ControlHandler<ControlId>
    const result = await handler({
      ...call,
      account: async (named = asked) => {
        const account = await accountOf(authority, named, parts)
        affected.add(account.id)
        const key = keyId === undefined ? undefined : account.keys[keyId]
        if (key) cause.key = { id: key.id, name: key.name }
        return account
      },
      cause,
      change,
      isOperator: own === undefined,
      keyId,
      now: clock.now(),
    })
    if (!isNoted) {
      // What changed is beside the account, such as its log.
      const { data } = result as { data?: { event?: unknown } }
      for (const each of affected) await ifPresent(change(each, () => data?.event ?? data))
    }
    if (!isRead) reportChanges(affected, id, parts.changes)
    return result
  }
}

/** Operations whose handlers add to the history themselves, with a change of the whole account or of its clock. */
const NOTED = [
  ...['resetSandbox', 'restoreSnapshot', 'restoreMoment', 'undoChange', 'importState'],
  'moveClock',
]

/** Tells the readers of the accounts that an operation has changed them. */
function reportChanges(accountIds: ReadonlySet<string>, id: string, changes: ChangeFeed): void {
  for (const accountId of accountIds) changes.notify(accountId)
  if (accountIds.size > 0) return
  if (id === 'resetSandbox') changes.notifyAll()
  else changes.notifyOperators()
}

/** Runs the operation of a request and puts its result into the envelope, or streams it. */
export function runControl(parts: HttpControlParts): RequestHandler {
  const { open, traffic } = parts
  const runOperation = operationRunner(parts)
  return async (req, res) => {
    const operation = exchangeOf(res).operation as RoutedOperation
    const call = callOf(req, res, parts)
    const { accountId } = authorityOf(res)
    // The operator is not limited: visitors must not be able to keep them out.
    const mayGoOn = accountId === undefined ? () => true : meter({ req, res }, accountId, traffic)
    const kind = openKindOf(operation)
    if (kind && accountId !== undefined) open.hold(kind, accountId, res)
    const result = await runOperation(operation, call, authorityOf(res))
    if ('stream' in result) {
      const { signal } = call
      return sendStream({ req, res }, { messages: result.stream, signal, mayGoOn }, parts)
    }
    if ('document' in result) return sendJsonText(res, 200, result.document)
    if ('answer' in result) return sendAnswer({ req, res }, result.answer)

    const { data, message, page, ...given } = result as Extract<
      ControlResult<ControlId>,
      { data: unknown }
    >
    const { version } = parts.document
    const now = parts.clock.now()
    const envelope = successEnvelope(data as object, now, version, { message, page })
    const status = given.status ?? operation.successStatus
    requireConformance(res, { status, mediaType: 'application/json', body: envelope }, parts)
    const text = JSON.stringify(envelope)
    if (Array.isArray(data) && 'limit' in call.query) requirePageSize(data, text)
    sendJsonText(res, status, text)
  }
}

function openKindOf({ id }: RoutedOperation): OpenKind | undefined {
  if (id === 'waitForRequest') return 'waits'
  return id.startsWith('stream') ? 'streams' : undefined
}

/** A request as its handler sees it. */
function callOf(req: Request, res: Response, parts: HttpControlParts): Call {
  const { params, query } = exchangeOf(res)
  return {
    params,
    query,
    body: req.body,
    address: req.ip ?? '',
    headers: req.headers,
    lastEventId: header(req, 'last-event-id'),
    serverUrl: serverUrl(req, parts),
    source: changeSourceOf(header(req, 'x-sandbox-client')),
    signal: firstSignal([goneSignal(res), parts.closing]),
  } as Call
}

function sendAnswer({ req, res }: { req: Request; res: Response }, answer: PlainAnswer): void {
  const { status, headers, body = '', broken } = answer
  if (broken === 'reset' || broken === 'empty') {
    hangUp(req, broken)
    return
  }
  // Users choose the body and the headers, and the console has the same origin.
  const safe = { 'Content-Security-Policy': 'sandbox', ...GENERAL_HEADERS }
  writeHeaders(res, { ...headers, ...safe, 'Cache-Control': 'no-store' })
  res.statusCode = status
  if (body !== '') res.setHeader('Content-Length', Buffer.byteLength(body))
  if (broken === 'truncated') truncate(res)
  res.end(body === '' ? undefined : body)
}

/**
 * Aborted with the first of `signals`. AbortSignal.any does the same, but Node 20 never releases its signals and
 * their listeners once they are aborted.
 */
export function firstSignal(signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController()
  const end = () => {
    for (const signal of signals) signal.removeEventListener('abort', end)
    first.abort()
  }
  if (signals.some(({ aborted }) => aborted)) first.abort()
  else for (const signal of signals) signal.addEventListener('abort', end)
  return first.signal
}
