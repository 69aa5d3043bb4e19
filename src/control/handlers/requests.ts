import type { ControlId } from '../../control-client/operations.ts'
import { ApiError } from '../../errors.ts'
import type { LogRange } from '../../state/account-logs.ts'
import type { LoggedExchange } from '../../state/request-log.ts'
import { parseDuration } from '../../time/duration.ts'
import { quoted } from '../account.ts'
import type { ControlHandlers, ControlRequest } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { followedLog, startAfter } from '../streams/followed-log.ts'
import {
  createRequestView,
  type FilterParts,
  idOf,
  type RequestFilters,
  requestFilter,
  sequenceOf,
} from './request-view.ts'

export const MAX_WAIT_MS = 60_000

type Parts = FilterParts & Pick<ControlParts, 'requests' | 'clock'>

export function requestHandlers(parts: Parts) {
  const { requests, clock } = parts
  const view = createRequestView(parts)
  return {
    /** GET /_sandbox/requests */
    async listRequests(request) {
      const { limit = 50, offset = 0, ...filters } = request.query
      const { all, scope } = await selected(request, filters, parts)
      await requests.flush()
      const { items, total } = isUnfiltered(filters)
        ? await requests.page(scope, { limit, offset })
        : pageOf(await all(0), { limit, offset })
      return { data: items.map(view), page: { total, limit, offset } }
    },

    /** DELETE /_sandbox/requests */
    async deleteRequests(request) {
      const deleted = await requests.clear(await scopeOf(request))
      return { data: { deleted }, message: 'The requests are forgotten.' }
    },

    /** GET /_sandbox/requests/{id} */
    async getRequest(request) {
      const { id } = request.params
      const sequence = sequenceOf(id)
      await requests.flush()
      const [found] =
        sequence === undefined ? [] : await requests.after(sequence - 1, await scopeOf(request), 1)
      if (found && found.sequence === sequence) return { data: view(found) }
      throw new ApiError(
        'unknown_resource',
        `There is no logged request ${quoted(id)}; it may have been dropped. GET /_sandbox/requests lists the kept ones.`,
      )
    },

    /** GET /_sandbox/requests/stream */
    async streamRequests(request) {
      const { since } = request.query
      await requests.flush()
      const last = sequenceOf(request.header('last-event-id') ?? '')
      const isFromNow = last !== undefined || since === undefined
      const start = isFromNow ? await startAfter(last, requests) : 0
      const { scope, all: after } = await selected(request, request.query, parts)
      const view = createRequestView(parts)
      const following = { log: requests, scope, after, start, idOf, event: 'request', view }
      return { stream: followedLog(following, request.signal) }
    },

    /** GET /_sandbox/requests/wait-for */
    async waitForRequest(request) {
      const { timeout = '5s', ...filters } = request.query
      const wait = Math.min(parseDuration(timeout) ?? 0, MAX_WAIT_MS)
      const { all, scope } = await selected(request, filters, parts)

      const stop = new AbortController()
      const { signal } = request
      signal.addEventListener('abort', () => stop.abort(), { once: true })
      await requests.flush()
      const before = await requests.newest()
      let read = 0
      for (let waiting = false; ; waiting = true) {
        requireOpen(signal)
        const newest = await requests.newest()
        const [found] = await all(read)
        read = newest
        if (found !== undefined) {
          stop.abort()
          return { data: view(found) }
        }
        requireOpen(signal)
        if (stop.signal.aborted || wait === 0) break
        if (!waiting) void clock.wait(wait, stop.signal).then(() => stop.abort())
        await requests.changed(read, stop.signal)
      }
      throw tooLate(timeout, filters, await requests.after(before, scope))
    },
  } satisfies Partial<ControlHandlers>
}

/** Then a page can be read without the rest of the log. */
function isUnfiltered({ account: _, ...filters }: RequestFilters & { account?: string }): boolean {
  return Object.values(filters).every((value) => value === undefined)
}

/** A page of matching requests, of which the oldest is the first; the newest first. */
function pageOf(found: readonly LoggedExchange[], { limit, offset }: LogRange) {
  return { items: found.toReversed().slice(offset, offset + limit), total: found.length }
}

function requireOpen(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError('unavailable', 'The sandbox is closing.')
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
      ? 'No other requests were logged meanwhile.'
      : `Others were logged meanwhile: ${meanwhile.length}, the last of them ${last.method} ${last.url}, ` +
        `answered with ${last.status ?? 'nothing'}.`
  return new ApiError(
    'request_timeout',
    `No request${asked.length === 0 ? '' : ` with ${asked.join(', ')}`} was logged within ${timeout}. ${came}`,
    { details: { timeout, filters, came: meanwhile.length } },
  )
}

async function selected(
  request: Pick<ControlRequest<'listRequests'>, 'account' | 'isOperator' | 'query'>,
  filters: RequestFilters,
  parts: Parts,
) {
  const scope = await scopeOf(request)
  const { isMatch, after } = requestFilter(filters, parts)
  return {
    scope,
    /** The matching requests after `sequence`, oldest first. */
    async all(sequence: number): Promise<LoggedExchange[]> {
      const logged = await parts.requests.after(Math.max(sequence, after), scope)
      return logged.filter((entry) => isMatch(entry))
    },
  }
}

type Scoped = Pick<ControlRequest<ControlId>, 'account' | 'isOperator'> & {
  query: { account?: string }
}

/** The id of the account to show; undefined for all accounts, which only the operator may see. */
async function scopeOf({ account, isOperator, query }: Scoped): Promise<string | undefined> {
  return isOperator && query.account === undefined ? undefined : (await account()).id
}
