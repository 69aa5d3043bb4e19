import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler, Response } from 'express'
import type { RoutedOperation } from '../document/operation.ts'
import { requireConformance } from '../http/conformance.ts'
import { sendJson, successEnvelope } from '../http/envelope.ts'
import { exchangeOf, header } from '../http/exchange.ts'
import { serverUrl } from '../http/run.ts'
import type { Services } from '../services.ts'
import { accountOf } from './account.ts'
import { authorityOf } from './guard.ts'
import type {
  ControlHandler,
  ControlHandlers,
  ControlId,
  ControlRequest,
  ControlResult,
  StreamMessage,
} from './operation.ts'

/** Calls the operation's handler and puts what it returns into the envelope, or streams it. */
export function runControl(services: Services, handlers: ControlHandlers): RequestHandler {
  return async (req, res) => {
    const exchange = exchangeOf(res)
    const operation = exchange.operation as RoutedOperation
    const handler = handlers[operation.id as ControlId] as ControlHandler<ControlId>
    const result = await handler(requestOf(req, res, services), services)
    if ('stream' in result) return sendStream(res, result.stream)
    if ('document' in result) return sendJson(res, 200, result.document)

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

function requestOf(req: Request, res: Response, services: Services): ControlRequest<ControlId> {
  const { params, query } = exchangeOf(res)
  const authority = authorityOf(res)
  return {
    params,
    query,
    body: req.body,
    account: (named = query.account as string | undefined) => accountOf(authority, named, services),
    isOperator: authority.accountId === undefined,
    keyId: authority.keyId,
    address: req.ip ?? '',
    header: (name: string) => header(req, name),
    now: services.clock.now(),
    get serverUrl() {
      return serverUrl(req, services)
    },
    lastEventId: header(req, 'last-event-id'),
    get signal() {
      const gone = new AbortController()
      res.once('close', () => gone.abort())
      return AbortSignal.any([gone.signal, services.closing])
    },
  } as unknown as ControlRequest<ControlId>
}

async function sendStream(res: Response, messages: AsyncIterable<StreamMessage>): Promise<void> {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // A proxy that collects what comes (nginx) would hold messages back.
    'X-Accel-Buffering': 'no',
  })
  // At once, so that the caller knows that it is listening before the first message.
  res.write(': listening\n\n')
  try {
    await pipeline(Readable.from(lines(messages)), res)
  } catch (error) {
    // A caller that hung up is not a failure of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

async function* lines(messages: AsyncIterable<StreamMessage>): AsyncIterable<string> {
  for await (const { event, id, data } of messages) {
    const name = id === undefined ? '' : `id: ${id}\n`
    yield `${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
}
