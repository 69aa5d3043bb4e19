import type { Request, RequestHandler, Response } from 'express'
import type { Account, AccountHead } from '../accounts/account.ts'
import { type Cause, type ChangeSource, changeSourceOf } from '../accounts/mark.ts'
import type { ControlId } from '../control-client/operations.ts'
import { AbortController } from '../node-globals.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import { hangUp, truncate } from '../pipeline/broken-answers.ts'
import { successEnvelope } from '../pipeline/envelope.ts'
import {
  exchangeOf,
  GENERAL_HEADERS,
  header,
  serverUrl,
  writeHeaders,
} from '../pipeline/exchange.ts'
import { requirePageSize } from '../pipeline/paging.ts'
import { requireConformance, sendJsonText } from '../pipeline/send.ts'
import { meter } from '../pipeline/traffic.ts'
import type { ChangeFeed } from '../runtime/change-feed.ts'
import { changeNoted, requireChangeable } from '../runtime/noted-change.ts'
import type { OpenKind } from '../runtime/open-requests.ts'
import { ifPresent } from '../store/store.ts'
import { accountOf, OPERATOR } from './account.ts'
import { authorityOf } from './guard.ts'
import { controlHandlers } from './handlers/handlers.ts'
import type { ControlHandler, ControlRequest, ControlResult, PlainAnswer } from './operation.ts'
import type { ControlParts, HttpControlParts } from './parts.ts'
import { firstSignal } from './streams/first-signal.ts'
import { sendStream } from './streams/send-stream.ts'

/** The part of a request that comes from HTTP, or from the sandbox's own process. */
export type Call = Pick<
  ControlRequest<ControlId>,
  'params' | 'query' | 'body' | 'address' | 'headers' | 'header' | 'serverUrl' | 'signal'
> & { source: ChangeSource }

/** Returns a function that calls the handler of an operation, then reports the accounts that it changed. */
export function operationRunner(parts: ControlParts) {
  const handlers = controlHandlers(parts)
  return async (
    operation: RoutedOperation,
    call: Call,
    authority = OPERATOR,
  ): Promise<ControlResult<ControlId>> => {
    const handler = handlers[operation.id as ControlId] as ControlHandler<ControlId>
    const affected = new Set<string>()
    const { account: asked } = call.query as { account?: string }
    const notes = new Notes(operation, call, parts)
    const request = {
      ...call,
      account: async (named = asked) => {
        const account = await accountOf(authority, named, parts)
        if (needsChangeable(operation)) await requireChangeable(account.id, parts.store)
        affected.add(account.id)
        notes.name(authority.keyId, account)
        return account
      },
      cause: notes.cause,
      change: notes.change,
      isOperator: authority.accountId === undefined,
      keyId: authority.keyId,
      now: parts.clock.now(),
    }
    const result = await handler(request)
    await notes.complete(affected, result)
    reportChanges(affected, operation, parts.changes)
    return result
  }
}

/** Operations that put another state in the place of the present one, even of one that is too large to be changed. */
const REPLACING = new Set<string>([
  ...['resetSandbox', 'restoreSnapshot', 'restoreMoment', 'undoChange', 'importState'],
])
/** Operations whose handlers add to the history themselves, with a change of the whole account or of its clock. */
const NOTED = new Set<string>([...REPLACING, 'moveClock'])

function needsChangeable({ id, method }: RoutedOperation): boolean {
  return method !== 'GET' && !REPLACING.has(id)
}

/** Adds the changes of one request to the histories of the accounts. */
class Notes {
  readonly cause: Cause
  readonly #params: Record<string, string>
  readonly #parts: Pick<ControlParts, 'store' | 'clock' | 'moments'>
  #isNoted: boolean

  constructor(
    operation: RoutedOperation,
    { params, source }: Pick<Call, 'params' | 'source'>,
    parts: Pick<ControlParts, 'store' | 'clock' | 'moments'>,
  ) {
    const { id, method } = operation
    this.cause = { operation: id, source, madeAt: parts.clock.wallTime() }
    this.#params = params
    this.#parts = parts
    this.#isNoted = method === 'GET' || NOTED.has(id)
  }

  /** The account whose key makes the request. */
  name(keyId: string | undefined, { keys }: Readonly<AccountHead>): void {
    const key = keyId === undefined ? undefined : keys[keyId]
    if (key) this.cause.key = { id: key.id, name: key.name }
  }

  readonly change = async <T>(accountId: string, make: (account: Account) => T): Promise<T> => {
    const account = await this.#parts.store.readHead(accountId)
    const [params, timeOf] = [this.#params, this.#parts.clock.of]
    const made = await changeNoted(
      { account, params, cause: this.cause, timeOf, make },
      this.#parts,
    )
    this.#isNoted = true
    return made
  }

  /** Notes what the handler changed beside the account, such as its log. */
  async complete(accountIds: ReadonlySet<string>, result: ControlResult<ControlId>): Promise<void> {
    if (this.#isNoted) return
    const { data } = result as { data?: { event?: unknown } }
    for (const id of accountIds) {
      await ifPresent(this.change(id, () => data?.event ?? data))
    }
  }
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
    header: (name) => header(req, name),
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

function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  return gone.signal
}

function reportChanges(
  accountIds: ReadonlySet<string>,
  { id, method }: RoutedOperation,
  changes: ChangeFeed,
): void {
  if (method === 'GET') return
  for (const accountId of accountIds) changes.notify(accountId)
  if (accountIds.size > 0) return
  if (id === 'resetSandbox') changes.notifyAll()
  else changes.notifyOperators()
}
