import { ApiError } from '../../errors.ts'
import { AbortController } from '../../node-globals.ts'
import type { LoggedExchange } from '../../runtime/logged-exchange.ts'
import type { Page } from '../../schema/page.ts'
import { parseDuration } from '../../time/duration.ts'
import { yieldToEventLoop } from '../../time/steps.ts'
import { quoted } from '../account.ts'
import type { ControlHandlers, ControlRequest } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { followedLog, startAfter } from '../streams/followed-log.ts'
import { type LogView, scopedAccount, scopedLog } from '../streams/log-view.ts'
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
      const { all, log } = await selected(request, filters, parts)
      await requests.flush()
      const { items, total } = isUnfiltered(filters)
        ? await log.page({ limit, offset })
        : pageOf(await all(0), { limit, offset })
      return { data: items.map(view), page: { total, limit, offset } }
    },

    /** DELETE /_sandbox/requests */
    async deleteRequests(request) {
      const deleted = await requests.clear(await scopedAccount(request))
      return { data: { deleted }, message: 'The requests are forgotten.' }
    },

    /** GET /_sandbox/requests/{id} */
    async getRequest(request) {
      const { id } = request.params
      const sequence = sequenceOf(id)
      await requests.flush()
      const [found] =
        sequence === undefined
          ? []
          : await requests.after(sequence - 1, await scopedAccount(request), 1)
      if (found && found.sequence === sequence) return { data: view(found) }
      throw new ApiError(
        'unknown_resource',
        `There is no logged request ${quoted(id)}; it may have been dropped. GET /_sandbox/requests lists the logged ones.`,
      )
    },

    /** GET /_sandbox/requests/stream */
    async streamRequests(request) {
      const { since } = request.query
      await requests.flush()
      const last = sequenceOf(request.header('last-event-id') ?? '')
      const isFromNow = last !== undefined || since === undefined
      const start = isFromNow ? await startAfter(last, requests) : 0
      const { log, all: after } = await selected(request, request.query, parts)
      const view = createRequestView(parts)
      const following = { log, after, start, idOf, event: 'request', view }
      return { stream: followedLog(following, request.signal) }
    },

    /** GET /_sandbox/requests/wait-for */
    async waitForRequest(request) {
      const { timeout = '5s', ...filters } = request.query
      const wait = Math.min(parseDuration(timeout) ?? 0, MAX_WAIT_MS)
      const { all, log } = await selected(request, filters, parts)

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
      throw tooLate(timeout, filters, await log.after(before))
    },
  } satisfies Partial<ControlHandlers>
}

type Query = RequestFilters & { account?: string; unauthenticated?: boolean }

/** Then a page can be read without the rest of the log. */
function isUnfiltered({ account: _, unauthenticated: __, ...filters }: Query): boolean {
  return Object.values(filters).every((value) => value === undefined)
}

/** A page of matching requests, of which the oldest is the first; the newest first. */
function pageOf(found: readonly LoggedExchange[], { limit, offset }: Page) {
  return { items: found.toReversed().slice(offset, offset + limit), total: found.length }
}

function requireOpen(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError('unavailable', 'The sandbox is closing.')
}

function tooLate(
  timeout: string,
  { account: _, unauthenticated: __, ...filters }: Query,
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
  const log: LogView<LoggedExchange> = await scopedLog(parts.requests, request)
  const { isMatch, after } = requestFilter(filters, parts)
  return {
    log,
    /** The matching requests after `sequence`, oldest first. */
    async all(sequence: number): Promise<LoggedExchange[]> {
      const logged = await log.after(Math.max(sequence, after))
      const found: LoggedExchange[] = []
      for (const entry of logged) {
        // A search for text reads all bodies.
        await yieldToEventLoop()
        if (isMatch(entry)) found.push(entry)
      }
      return found
    },
  }
}
