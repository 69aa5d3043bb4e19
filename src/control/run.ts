import type { Request, RequestHandler, Response } from 'express'
import type { RoutedOperation } from '../document/operation.ts'
import { requireConformance } from '../http/conformance.ts'
import { sendJson, successEnvelope } from '../http/envelope.ts'
import { exchangeOf, header, writeHeaders } from '../http/exchange.ts'
import { serverUrl } from '../http/run.ts'
import type { Services } from '../services.ts'
import { accountOf } from './account.ts'
import { firstSignal } from './first-signal.ts'
import { authorityOf } from './guard.ts'
import type {
  ControlHandler,
  ControlHandlers,
  ControlId,
  ControlRequest,
  ControlResult,
} from './operation.ts'
import { sendStream } from './send-stream.ts'
import { Touched } from './touched.ts'

/** Calls the operation's handler and puts what it returns into the envelope, or streams it. */
export function runControl(services: Services, handlers: ControlHandlers): RequestHandler {
  return async (req, res) => {
    const exchange = exchangeOf(res)
    const operation = exchange.operation as RoutedOperation
    const handler = handlers[operation.id as ControlId] as ControlHandler<ControlId>
    const touched = new Touched()
    const request = requestOf({ req, res, touched }, services)
    const result = await handler(request, services)
    touched.tell(services.changes, operation)
    if ('stream' in result)
      return sendStream({ req, res }, { messages: result.stream, signal: request.signal }, services)
    if ('document' in result) return sendJson(res, 200, result.document)
    if ('answer' in result) return sendAnswer(res, result.answer)

    const { data, message, page } = result as Extract<ControlResult<ControlId>, { data: unknown }>
    const pagination = page && { ...page, has_more: page.offset + page.limit < page.total }
    const { version } = services.document
    const envelope = successEnvelope(data as object, services.clock.now(), version, {
      message,
      pagination,
    })
    const status = operation.successStatus
    requireConformance(res, { status, mediaType: 'application/json', body: envelope }, services)
    sendJson(res, status, envelope)
  }
}

function requestOf(
  { req, res, touched }: { req: Request; res: Response; touched: Touched },
  services: Services,
): ControlRequest<ControlId> {
  const { params, query } = exchangeOf(res)
  const authority = authorityOf(res)
  let signal: AbortSignal | undefined
  return {
    params,
    query,
    body: req.body,
    account: touched.noting((named = query.account as string | undefined) =>
      accountOf(authority, named, services),
    ),
    isOperator: authority.accountId === undefined,
    keyId: authority.keyId,
    address: req.ip ?? '',
    headers: req.headers,
    header: (name: string) => header(req, name),
    now: services.clock.now(),
    get serverUrl() {
      return serverUrl(req, services)
    },
    get signal() {
      signal ??= firstSignal([goneSignal(res), services.closing])
      return signal
    },
  } as unknown as ControlRequest<ControlId>
}

function sendAnswer(
  res: Response,
  { status, headers }: { status: number; headers: Record<string, string> },
): void {
  writeHeaders(res, { ...headers, 'Cache-Control': 'no-store' })
  res.statusCode = status
  res.end()
}

function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  return gone.signal
}
