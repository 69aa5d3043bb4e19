import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler, Response } from 'express'
import type { Caller } from '../accounts/caller.ts'
import type { RoutedOperation } from '../document/operation.ts'
import type {
  Handlers,
  Operation,
  OperationId,
  OperationRequest,
  Result,
} from '../operations/operation.ts'
import type { FileResult } from '../reports/download.ts'
import { attachment } from '../reports/file-name.ts'
import type { Services } from '../services.ts'
import { giveWay } from '../time/steps.ts'
import { prefersTo } from './accept.ts'
import { mediaType } from './body.ts'
import { requireConformance } from './conformance.ts'
import { sendEnvelope, sendJson, successEnvelope } from './envelope.ts'
import { confirmPreference, type Exchange, exchangeOf, header, writeHeaders } from './exchange.ts'
import { boundedPage, nextLink, pageFacts } from './paging.ts'
import type { Quota } from './quota.ts'

const JSON_TYPE = 'application/json'

/** Calls the operation's handler and puts what it returns into the envelope. */
export function runOperation(services: Services, handlers: Handlers): RequestHandler {
  const { texts } = services
  return async (req, res) => {
    const exchange = exchangeOf(res)
    const operation = exchange.operation as RoutedOperation
    const handler = handlers[operation.id as OperationId] as Operation<OperationId>
    const result: Result<OperationId> = await handler(requestOf(req, exchange, services), services)

    if ('file' in result) {
      res.status(operation.successStatus)
      const answer = { status: res.statusCode, mediaType: mediaType(result.file.contentType) }
      requireConformance(res, answer, services)
      return sendFile(res, result.file)
    }

    const { data, message, headers } = result
    const page = result.page && boundedPage(result.page)
    const pagination = page && { ...page, has_more: page.offset + page.limit < page.total }
    const envelope = successEnvelope(data as object, exchange.now, services.document.version, {
      message,
      pagination,
    })
    if (headers) writeHeaders(res, headers)
    const { paging, successStatus: status } = operation
    const form = services.forms.success(operation.id)
    // Made where somebody reads them.
    const count = (data as readonly unknown[]).length
    const facts = page && (form || paging?.link) ? pageFacts(page, count, paging?.first) : undefined
    const link =
      paging && facts && nextLink(paging, facts, serverUrl(req, services) + req.originalUrl)
    if (link !== undefined) res.setHeader('Link', link)
    const body = form
      ? form(envelope, {
          id: exchange.id,
          seed: exchange.caller?.account.seed ?? 0,
          page: facts,
          query: exchange.query,
          path: exchange.params,
        })
      : envelope
    requireConformance(res, { status, mediaType: JSON_TYPE, body }, services)
    if (form) sendJson(res, status, body)
    else sendEnvelope(res, status, envelope, texts)
  }
}

/** Absolute URL of the server's root: `--public-url`, or else what the caller's Host header says. */
export function serverUrl(req: Request, { config }: Services): string {
  if (config.publicUrl !== undefined) return config.publicUrl
  const host = req.headers.host ?? ''
  // A Host header is the caller's own text; what is no plain host is not put into links.
  const sane = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
  return `http://${sane ? host : `${config.host}:${req.socket.localPort}`}`
}

export async function sendFile(res: Response, file: FileResult): Promise<void> {
  confirmPreference(res)
  res.setHeader('Content-Type', file.contentType)
  res.setHeader('Content-Disposition', attachment(file.fileName, file.asciiName))
  res.setHeader('Cache-Control', 'no-store')
  try {
    await pipeline(Readable.from(inTurns(file.content)), res)
  } catch (error) {
    // A caller that hung up is not a failure of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** A caller that reads as fast as chunks are made would keep everybody else waiting until the file's end. */
async function* inTurns<Chunk>(content: AsyncIterable<Chunk> | Iterable<Chunk>) {
  for await (const chunk of content) {
    yield chunk
    await giveWay()
  }
}

function requestOf(
  req: Request,
  exchange: Exchange,
  services: Services,
): OperationRequest<OperationId> {
  return {
    params: exchange.params,
    query: exchange.query,
    body: req.body,
    caller: exchange.caller as Caller,
    quota: exchange.quota as Quota,
    now: exchange.now,
    get serverUrl() {
      return serverUrl(req, services)
    },
    replaces: exchange.operation?.update === 'replace',
    prefers: (type: string) => {
      const { successTypes = [] } = exchange.operation ?? {}
      // Where there is no choice, Accept has none to make.
      if (!successTypes.includes(JSON_TYPE)) return successTypes.includes(type)
      req.res?.vary('Accept')
      return prefersTo(header(req, 'accept'), type, JSON_TYPE)
    },
  } as unknown as OperationRequest<OperationId>
}
