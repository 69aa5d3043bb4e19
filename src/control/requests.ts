import { ApiError } from '../errors.ts'
import type { LoggedExchange } from '../http/request-log.ts'
import type { Services } from '../services.ts'
import { parseDuration } from '../time/duration.ts'
import type { ControlHandler, ControlId, ControlRequest, StreamMessage } from './operation.ts'
import { type RequestFilters, requestFilter } from './request-filter.ts'
import { createRequestView, idOf, sequenceOf } from './request-view.ts'

export const MAX_WAIT_MS = 60_000

/** GET /_sandbox/requests */
export const listRequests: ControlHandler<'listRequests'> = async (request, services) => {
  const { limit = 50, offset = 0, ...filters } = request.query
  const found = (await selected(request, filters, services)).all(0)
  const page = found.toReversed().slice(offset, offset + limit)
  const view = createRequestView(services)
  return { data: page.map(view), page: { total: found.length, limit, offset } }
}

/** DELETE /_sandbox/requests */
export const deleteRequests: ControlHandler<'deleteRequests'> = async (request, services) => {
  const deleted = services.requests.clear(await scopeOf(request))
  return { data: { deleted }, message: 'The requests are forgotten.' }
}

/** GET /_sandbox/requests/{id} */
export const getRequest: ControlHandler<'getRequest'> = async (request, services) => {
  const { id } = request.params
  const sequence = sequenceOf(id)
  const found =
    sequence === undefined
      ? undefined
      : services.requests.after(sequence - 1, await scopeOf(request))[0]
  if (found?.sequence === sequence && found !== undefined) {
    return { data: createRequestView(services)(found) }
  }
  throw new ApiError(
    'unknown_resource',
    `There is no logged request ${JSON.stringify(id.slice(0, 80))}, or not any more. GET /_sandbox/requests lists them.`,
  )
}

/** GET /_sandbox/requests/stream */
export const streamRequests: ControlHandler<'streamRequests'> = async (request, services) => {
  const { requests } = services
  const { since } = request.query
  const last = sequenceOf(request.header('last-event-id') ?? '')
  // An id of before a restart may be ahead of all that there are now: then none of them was read.
  const known = last !== undefined && last > requests.newest ? 0 : last
  const start = known ?? (since === undefined ? requests.newest : 0)
  const chosen = await selected(request, request.query, services)
  return { stream: followed(chosen, start, request.signal, services) }
}

/** Takes from the log what came since it last looked: nothing is queued for a reader who is slow. */
async function* followed(
  { all, scope }: Selection,
  start: number,
  signal: AbortSignal,
  services: Services,
): AsyncIterable<StreamMessage> {
  const { requests } = services
  const view = createRequestView(services)
  let read = start
  while (!signal.aborted) {
    const dropped = requests.dropped(scope)
    if (dropped > read) {
      yield { event: 'missed', data: { after: idOf(read), up_to: idOf(dropped) } }
      read = dropped
    }
    const { newest } = requests
    if (newest === read) {
      await requests.changed(signal)
      continue
    }
    for (const entry of all(read)) {
      yield { event: 'request', id: idOf(entry.sequence), data: view(entry) }
    }
    read = newest
  }
}

/** GET /_sandbox/requests/wait-for */
export const waitForRequest: ControlHandler<'waitForRequest'> = async (request, services) => {
  const { requests, clock } = services
  const { timeout = '5s', ...filters } = request.query
  const wait = Math.min(parseDuration(timeout) ?? 0, MAX_WAIT_MS)
  const { all, scope } = await selected(request, filters, services)

  const stop = new AbortController()
  const { signal } = request
  signal.addEventListener('abort', () => stop.abort(), { once: true })
  const before = requests.newest
  let read = 0
  for (let waiting = false; ; waiting = true) {
    const { newest } = requests
    const [found] = all(read)
    read = newest
    if (found !== undefined) {
      stop.abort()
      return { data: createRequestView(services)(found) }
    }
    if (signal.aborted) throw new ApiError('unavailable', 'The sandbox is closing.')
    if (stop.signal.aborted || wait === 0) break
    if (!waiting) void clock.wait(wait, stop.signal).then(() => stop.abort())
    await requests.changed(stop.signal)
  }
  throw tooLate(timeout, filters, requests.after(before, scope))
}

function tooLate(
  timeout: string,
  { account, ...filters }: RequestFilters & { account?: string },
  meanwhile: readonly LoggedExchange[],
): ApiError {
  const asked = Object.entries(filters).map(([name, value]) => `${name} ${value}`)
  const last = meanwhile.at(-1)
  const came =
    last === undefined
      ? 'None at all came meanwhile.'
      : `Others came meanwhile: ${meanwhile.length}, the last of them ${last.method} ${last.url}, ` +
        `answered with ${last.status ?? 'nothing'}.`
  return new ApiError(
    'request_timeout',
    `No request${asked.length === 0 ? '' : ` with ${asked.join(', ')}`} was logged within ${timeout}. ${came}`,
    { details: { timeout, filters, came: meanwhile.length } },
  )
}

interface Selection {
  scope: string | undefined
  /** Those after `sequence` that the filters let through, the oldest first. */
  all(sequence: number): LoggedExchange[]
}

async function selected(
  request: Pick<ControlRequest<'listRequests'>, 'account' | 'isOperator' | 'query'>,
  filters: RequestFilters,
  services: Services,
): Promise<Selection> {
  const scope = await scopeOf(request)
  const { isMatch, after } = requestFilter(filters, services)
  return {
    scope,
    all: (sequence) =>
      services.requests.after(Math.max(sequence, after), scope).filter((entry) => isMatch(entry)),
  }
}

type Scoped = Pick<ControlRequest<ControlId>, 'account' | 'isOperator'> & {
  query: { account?: string }
}

/** Id of the account whose requests are meant; undefined for all of them, which only the operator sees. */
async function scopeOf({ account, isOperator, query }: Scoped): Promise<string | undefined> {
  return isOperator && query.account === undefined ? undefined : (await account()).id
}
