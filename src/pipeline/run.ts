import type { Request, RequestHandler, Response } from 'express'
import type { Account, Requester } from '../accounts/account.ts'
import { type Cause, changeSourceOf } from '../accounts/mark.ts'
import type { AnswerForms } from '../answer-forms/answer-forms.ts'
import { ApiError } from '../errors.ts'
import type { Paging } from '../openapi/paging.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import { FIGURES } from '../operations/handlers.ts'
import type {
  AnsweredPage,
  Handlers,
  Operation,
  OperationId,
  OperationParts,
  OperationRequest,
  Result,
} from '../operations/operation.ts'
import type { FigureTurns } from '../runtime/figure-turns.ts'
import type { Moments } from '../runtime/moments.ts'
import { changeNoted } from '../runtime/noted-change.ts'
import type { OpenRequests } from '../runtime/open-requests.ts'
import type { Clock } from '../time/clock.ts'
import { mediaType } from './body.ts'
import { successEnvelope } from './envelope.ts'
import {
  type Exchange,
  exchangeOf,
  goneSignal,
  header,
  serverUrl,
  writeHeaders,
} from './exchange.ts'
import {
  addressesOf,
  boundedPage,
  linkHeader,
  pageAddresses,
  pageFacts,
  requirePage,
  requirePageSize,
} from './paging.ts'
import { wholeValue } from './parameters.ts'
import { splitUrl } from './routing.ts'
import { type ResponseChecks, requireConformance, sendFile, sendJsonText } from './send.ts'

const JSON_TYPE = 'application/json'

export interface RunParts extends OperationParts {
  forms: AnswerForms
  responseChecks: ResponseChecks
  figures: FigureTurns
  open: OpenRequests
  clock: Clock
  moments: Pick<Moments, 'keepBeforeDeletion'>
}

/** Calls the operation's handler and puts its result into the envelope. */
export function runOperation(parts: RunParts, handlers: Handlers): RequestHandler {
  const { document, forms } = parts
  return async (req, res) => {
    const exchange = exchangeOf(res)
    const operation = exchange.operation as RoutedOperation
    const handler = handlers[operation.id as OperationId] as Operation<OperationId>
    const request = requestOf(req, exchange, parts)
    const result: Result<OperationId> = FIGURES.has(operation.id)
      ? await figuresFor(res, parts.figures, (exchange.caller as Requester).account.id, (signal) =>
          handler(Object.assign(request, { signal })),
        )
      : await handler(request)

    if ('file' in result) {
      parts.open.hold('downloads', request.caller.account.id, res)
      res.status(operation.successStatus)
      const answer = { status: res.statusCode, mediaType: mediaType(result.file.contentType) }
      requireConformance(res, answer, parts)
      return sendFile(res, result.file)
    }

    const { data, message, headers } = result
    const page = result.page && boundedPage(result.page)
    const { version } = document
    const envelope = successEnvelope(data as object, exchange.now, version, { message, page })
    const { paging, successStatus: status } = operation
    if (page && paging) requirePage(paging, page)
    if (headers) writeHeaders(res, located(headers, operation))
    const form = forms.success(operation.id)
    const url = serverUrl(req, parts) + (exchange.address ?? req.url)
    const isShown = form !== undefined || (paging !== undefined && paging.links.length > 0)
    const rows = data as readonly unknown[]
    const shown = page && paging && isShown ? shownPage(page, rows, paging, url) : undefined
    if (shown?.link !== undefined) res.setHeader('Link', shown.link)
    const body = form
      ? form(envelope, {
          id: exchange.id,
          seed: exchange.caller?.account.seed ?? 0,
          page: shown?.facts,
          query: exchange.query,
          path: exchange.params,
        })
      : envelope
    requireConformance(res, { status, mediaType: JSON_TYPE, body }, parts)
    const text = JSON.stringify(body)
    // Without a size of pages, callers could not ask for fewer rows.
    if (page !== undefined && paging?.size !== undefined) requirePageSize(data as object[], text)
    sendJsonText(res, status, text)
  }
}

/** A page as forms show it, and its `Link` header. */
function shownPage(
  page: AnsweredPage,
  { length }: readonly unknown[],
  paging: Paging,
  url: string,
) {
  const facts = pageFacts(page, length, paging.first)
  const addresses = addressesOf(paging, facts, paging.first, url)
  return {
    facts: { ...facts, ...pageAddresses(addresses) },
    link: linkHeader(paging, addresses),
  }
}

/** Computes figures of an account when it is its turn, until the caller hangs up. */
export function figuresFor<T>(
  res: Response,
  figures: FigureTurns,
  accountId: string,
  compute: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const gone = goneSignal(res, new ApiError('unavailable', 'The caller has hung up.'))
  return figures.take(accountId, gone, () => compute(gone))
}

/** The headers of a success, with `Location` in the form of the document. */
function located(headers: Record<string, string>, { location }: RoutedOperation) {
  const { Location: address, ...others } = headers
  if (address === undefined || location === 'none') return others
  return { ...others, Location: location === 'path' ? new URL(address).pathname : address }
}

function requestOf(
  req: Request,
  exchange: Exchange,
  parts: RunParts,
): OperationRequest<OperationId> {
  const { store, events, document, config } = parts
  return {
    change: (make: (account: Account) => unknown) => changeFor(req, exchange, parts, make),
    params: exchange.params,
    query: exchange.query,
    body: req.body,
    caller: exchange.caller as Requester,
    quota: exchange.quota,
    now: exchange.now,
    serverUrl: serverUrl(req, { config }),
    replaces: exchange.operation?.update === 'replace',
    prefers: (type: string) => {
      const { successTypes = [] } = exchange.operation ?? {}
      // Accept decides only between types that the operation has.
      if (!successTypes.includes(JSON_TYPE)) return successTypes.includes(type)
      req.res?.vary('Accept')
      return prefersTo(header(req, 'accept'), type, JSON_TYPE)
    },
    listOf: (name: string, isKnown: (value: string) => boolean) => {
      const whole = wholeValue(splitUrl(req.url).search, name)
      return whole !== undefined && isKnown(whole) ? [whole] : exchange.query[name]
    },
    store,
    events,
    document,
    config,
  } as unknown as OperationRequest<OperationId>
}

/** Changes the account of the caller. */
function changeFor<T>(
  req: Request,
  { operation, params, caller, now }: Exchange,
  parts: RunParts,
  make: (account: Account) => T,
): Promise<T> {
  const { account, key } = caller as Requester
  const cause: Cause = {
    operation: (operation as RoutedOperation).id,
    source: changeSourceOf(header(req, 'x-sandbox-client')),
    ...(key && { key: { id: key.id, name: key.name } }),
    madeAt: parts.clock.wallTime(),
  }
  return changeNoted({ make, account, params, cause, timeOf: () => now }, parts)
}

/**
 * Whether an Accept header (RFC 9110 §12.5.1) ranks the media type `type` above the default `usual`. The default is
 * for requests without the header, callers that accept neither, and equal ranks, since the order of the ranges means
 * nothing. Of two types with the same weight, a named one ranks above one that only a wildcard covers.
 */
export function prefersTo(accept: string | undefined, type: string, usual: string): boolean {
  if (accept === undefined) return false
  const ranges = accept.split(',').map(readRange)
  const [wanted, other] = [rankOf(ranges, type), rankOf(ranges, usual)]
  if (wanted.weight === 0) return false
  if (wanted.weight !== other.weight) return wanted.weight > other.weight
  return wanted.precision > other.precision
}

interface Range {
  /** In lower case, without parameters; may have wildcards. */
  name: string
  /** 0–1; 0 for a type that the caller does not accept. */
  weight: number
}

function readRange(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((part) => part.startsWith('q='))?.slice(2)
  const number = weight === undefined ? 1 : Number(weight)
  return { name, weight: number >= 0 && number <= 1 ? number : 1 }
}

/** The weight and the precision of the most precise range for a type. */
function rankOf(ranges: readonly Range[], type: string): { weight: number; precision: number } {
  const names = ['*/*', type.replace(/\/.*/, '/*'), type]
  for (let precision = names.length - 1; precision >= 0; precision--) {
    const range = ranges.find(({ name }) => name === names[precision])
    if (range) return { weight: range.weight, precision }
  }
  return { weight: 0, precision: -1 }
}
