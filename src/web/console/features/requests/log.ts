import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { RequestFilter } from '../../client/request-query.ts'
import type { Message } from '../../client/stream.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import { useStream } from '../../hooks/stream.ts'
import { useTurn } from '../../hooks/timing.ts'
import type { Row } from './request-rows.ts'
import { MOST_ROWS, rowOf, sequenceOf, withNewer, withOlder } from './request-rows.ts'

/** The largest page of the control API. */
const PAGE = 1000

interface Log {
  /** The newest first. */
  rows: readonly Row[]
  /** Whether the first page is loaded. */
  isLoaded: boolean
  /** Whether the account had no requests when the log was loaded. */
  isEmpty: boolean
  /** How many rows the page has dropped. */
  left: number
  /** How many requests at most the sandbox dropped before the page could read them. */
  missed: number
  error: unknown
}

export type RequestLog = ReturnType<typeof useRequestLog>

const NO_REQUEST = 'req_0'
const NOTHING: Log = {
  rows: [],
  isLoaded: false,
  isEmpty: false,
  left: 0,
  missed: 0,
  error: undefined,
}

/**
 * The matching requests of the account, and those of no account: a client with a wrong key has none. Kept up to date.
 */
export function useRequestLog(filter: RequestFilter) {
  const { control, revision } = useSandbox()
  const query = { ...filter, unauthenticated: true }
  const asked = JSON.stringify(query)
  const [log, setLog] = useState(NOTHING)
  // The request after which the stream starts; undefined while it is loaded.
  const [start, setStart] = useState<string>()
  const [turn, reload] = useTurn()
  const shownFor = useRef('')

  const { take, drop } = useFrames(
    useCallback((messages: Message<'/requests/stream'>[]) => {
      setLog((before) => grown(before, messages))
    }, []),
  )
  /** The newest request of all, because there may be no match. */
  const newestOf = async (signal: AbortSignal) => {
    const query = { unauthenticated: true, limit: 1 }
    return (await control('GET', '/requests', { query, signal })).data[0]?.id
  }
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const list = (more: object) =>
      control('GET', '/requests', { query: { ...JSON.parse(asked), ...more }, signal })
    const load = async () => {
      const newest = await newestOf(signal)
      const first = await list({ limit: PAGE })
      if (signal.aborted) return
      setLog({
        ...NOTHING,
        ...withOlder([], first.data.map(rowOf)),
        isLoaded: true,
        isEmpty: newest === undefined,
      })
      setStart(newest ?? NO_REQUEST)
      let page = first.meta?.pagination
      while (page?.has_more && page.offset + page.limit < MOST_ROWS) {
        const next = await list({ limit: PAGE, offset: page.offset + page.limit })
        if (signal.aborted) return
        setLog((before) => {
          const { rows, left } = withOlder(before.rows, next.data.map(rowOf))
          return { ...before, rows, left: before.left + left }
        })
        page = next.meta?.pagination
      }
    }
    // Never show rows of another filter.
    const isOther = shownFor.current !== asked
    shownFor.current = asked
    setStart(undefined)
    if (isOther) setLog(NOTHING)
    load().catch((error) => signal.aborted || setLog((before) => ({ ...before, error })))
    return () => {
      stop.abort()
      drop()
    }
  }, [control, asked, turn])

  // The stream does not report that the log was cleared, as by a reset.
  const newest = log.rows[0]?.id
  useEffect(() => {
    if (newest === undefined) return
    const stop = new AbortController()
    newestOf(stop.signal).then(
      (found = NO_REQUEST) => sequenceOf(found) < sequenceOf(newest) && reload(),
      // The connection reports the failure.
      () => {},
    )
    return () => stop.abort()
  }, [revision])

  const connection = useStream('/requests/stream', take, {
    query,
    lastId: start,
    enabled: start !== undefined,
  })

  const wasCut = useRef(false)
  useEffect(() => {
    if (connection === 'waiting' && start !== undefined) wasCut.current = true
    if (connection !== 'open' || !wasCut.current) return
    wasCut.current = false
    // A restarted sandbox counts from one again.
    reload()
  }, [connection])
  return { ...log, connection, reload }
}

function grown(log: Log, messages: readonly Message<'/requests/stream'>[]): Log {
  const came = messages.filter(({ event }) => event === 'request').map(({ data }) => data)
  const { rows, left } = withNewer(log.rows, came.map(rowOf))
  const missed = messages
    .filter(({ event }) => event === 'missed')
    .reduce((sum, { data }) => sum + sequenceOf(data.up_to) - sequenceOf(data.after), 0)
  return {
    ...log,
    rows,
    left: log.left + left,
    missed: log.missed + missed,
    isEmpty: log.isEmpty && came.length === 0,
  }
}

/** Collects items until the next frame, so that a burst is rendered once. */
function useFrames<T>(take: (items: T[]) => void) {
  const waiting = useRef([] as T[])
  const frame = useRef(0)
  const add = useCallback(
    (item: T) => {
      if (waiting.current.push(item) > 1) return
      frame.current = requestAnimationFrame(() => {
        const items = waiting.current
        waiting.current = []
        take(items)
      })
    },
    [take],
  )
  const drop = useCallback(() => {
    cancelAnimationFrame(frame.current)
    waiting.current = []
  }, [])
  return { take: add, drop }
}
