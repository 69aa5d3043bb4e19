import express, { type RequestHandler } from 'express'
import type { components } from '../../../spec/generated/sandbox.ts'
import type { AccountHead } from '../../accounts/account.ts'
import { FULL_ACCESS, isPermitted, statusOf } from '../../accounts/key.ts'
import type { Config } from '../../config.ts'
import { inProcessFetchAt } from '../../connection/fetch.ts'
import { InProcessNetwork } from '../../connection/in-process.ts'
import { createExpressServer } from '../../connection/server.ts'
import { ApiError, FAILURES, type Failure, invalidValue } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { RoutedOperation } from '../../openapi/served/operation.ts'
import { ResponseCheck } from '../../openapi/served/response-check.ts'
import { handlers } from '../../operations/handlers.ts'
import { readBody } from '../../pipeline/body.ts'
import { answerErrors } from '../../pipeline/error-handler.ts'
import { exchangeOf, identifyRequest, writeHeaders } from '../../pipeline/exchange.ts'
import { inOrder } from '../../pipeline/in-order.ts'
import { admit } from '../../pipeline/permission.ts'
import { route } from '../../pipeline/routing.ts'
import { runOperation } from '../../pipeline/run.ts'
import { validate } from '../../pipeline/validation.ts'
import type { ServedDocument } from '../../served/served-document.ts'
import { LocalQuotas, quotaHeaders, untouchedQuota } from '../../state/quotas.ts'
import type { EventLog } from '../../store/events/event-log.ts'
import { openMemoryStore } from '../../store/memory-store.ts'
import { SerializedRecords } from '../../store/serialized-records.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../time/clock.ts'

type Schemas = components['schemas']

/** A request to the API whose answer is only looked at. */
export type PreviewRequest = Schemas['PreviewInput']['request']

interface Parts {
  config: Config
  store: Pick<Store, 'read'>
  events: EventLog
  clock: Clock
  log: Log
}

/** Longer bodies are cut off, which the answer says by leaving out the length. */
const MOST_BYTES = 1024 * 1024

/** The same for both answers, so that they differ in nothing but the document. */
const REQUEST_ID = 'preview'

/**
 * The answer of a document to a request of an account, by the stages and handlers of the service. They work on a copy of
 * the account, so nothing that they change is kept; no key, quota, fault rule or log is involved.
 */
export async function answerOf(
  served: ServedDocument,
  account: Readonly<AccountHead>,
  request: PreviewRequest,
  parts: Parts & { serverUrl: string },
): Promise<Schemas['PreviewedAnswer']> {
  const { config, serverUrl } = parts
  const store = openMemoryStore()
  await store.add(await parts.store.read(account.id))
  let operation: RoutedOperation | undefined
  const found = (routed: RoutedOperation | undefined) => {
    operation = routed
  }
  const listener = previewApp(served, {
    ...parts,
    store,
    account,
    failure: failureOf(request),
    found,
  })
  const network = new InProcessNetwork()
  network.serve(createExpressServer(listener))
  const baseUrl = serverUrl + config.apiPath
  const fetch = inProcessFetchAt(network, baseUrl)
  const { method = 'GET', path, body } = request
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'X-Request-Id': REQUEST_ID, ...(hasBody && { 'Content-Type': 'application/json' }) },
    ...(hasBody && { body: JSON.stringify(body) }),
  })
  const content = await contentOf(response)
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !OF_A_CONNECTION.includes(name)),
  )
  const mediaType = (headers['content-type'] ?? '').split(';')[0] as string
  const problems = ResponseCheck.of(served.document.raw).problems({
    operation,
    status: response.status,
    headers,
    mediaType,
    ...(mediaType === 'application/json' && { body: content.body }),
    ...(request.failure !== undefined && { failure: request.failure as Failure }),
  })
  return {
    status: response.status,
    headers,
    content_type: headers['content-type'] ?? null,
    ...content,
    problems: problems.slice(0, 20),
  }
}

const OF_A_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding']

interface AppParts extends Parts {
  store: Store
  account: Readonly<AccountHead>
  failure: Failure | undefined
  found: (operation: RoutedOperation | undefined) => void
}

function previewApp(served: ServedDocument, parts: AppParts) {
  const { failure, found } = parts
  // Problems are reported next to the answer instead of replacing it.
  const own = {
    ...parts,
    ...served,
    responseChecks: undefined,
    serialized: new SerializedRecords(),
  }
  const quotas = new LocalQuotas(served.document, false)
  const stages = inOrder(
    identifyRequest(own),
    readBody({ types: served.document.bodyTypes }),
    identifyAccount(own),
    route(own),
    (_req, res, next) => {
      found(exchangeOf(res).operation)
      if (failure !== undefined) throw exampleOf(failure)
      next()
    },
    admit(own),
    validate(own),
    runOperation(own, handlers),
  )
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.use(stages)
  app.use(answerErrors({ ...own, quotas }))
  return app
}

/** Gives the request the account, a key of it, and a quota of which nothing was used. */
function identifyAccount({ account, document, clock }: AppParts & ServedDocument): RequestHandler {
  return (_req, res, next) => {
    const exchange = exchangeOf(res)
    const now = clock.of(account)
    const active = Object.values(account.keys).filter((key) => statusOf(key, now) === 'active')
    const key = active.find(({ permissions }) => isPermitted(permissions, FULL_ACCESS)) ?? active[0]
    exchange.caller = { account, key, session: undefined }
    exchange.now = now
    const quota = untouchedQuota(key && { account, key }, document, now)
    exchange.quota = quota
    writeHeaders(res, quotaHeaders(quota, document.resetUnit, now))
    next()
  }
}

function failureOf({ failure }: PreviewRequest): Failure | undefined {
  if (failure === undefined) return undefined
  // An id that cannot be one is worded as an unknown one, unless the document says otherwise.
  const known = FAILURES.find((name) => name === failure)
  if (known !== undefined) return known
  throw invalidValue(
    'body',
    '/request/failure',
    `must be one of ${FAILURES.join(', ')}`,
    failure.slice(0, 100),
  )
}

function exampleOf(failure: Failure): ApiError {
  return new ApiError(failure, `An example of the failure ${failure}.`)
}

async function contentOf(
  response: Response,
): Promise<Pick<Schemas['PreviewedAnswer'], 'body' | 'bytes'>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Node can iterate a body, which types of browsers do not say.
  const body: unknown = response.body ?? []
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return {}
    chunks.push(chunk)
  }
  if (bytes === 0) return { bytes }
  const type = response.headers.get('content-type') ?? ''
  if (!/^(text\/|application\/json)/.test(type)) return { bytes }
  const text = Buffer.concat(chunks).toString()
  return { bytes, body: type.startsWith('application/json') ? JSON.parse(text) : text }
}
