import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { MOST_ROWS, rowOf, sequenceOf, withNewer, withOlder } from '../../client/request-rows.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { useStream } from '../../hooks/stream.js'
import { useTurn } from '../../hooks/timing.js'

/** @import { LoggedRequest, Row } from '../../client/request-rows.js' */
/** @import { Message } from '../../client/stream.js' */

/** The largest page of the control API. */
const PAGE = 1000

/**
 * @typedef {object} Log
 * @property {readonly Row[]} rows The newest first.
 * @property {boolean} isLoaded Whether the first page is loaded.
 * @property {boolean} isEmpty Whether the account had no requests when the log was loaded.
 * @property {number} hidden How many matching rows are hidden.
 * @property {number} left How many rows the page has dropped.
 * @property {number} missed How many requests at most the sandbox dropped before the page could read them.
 * @property {unknown} error
 */

/**
 * @typedef {object} Choice A filter that the control API does not have.
 * @property {(row: Row) => boolean} fits
 * @property {(row: Row) => boolean} hides Applies to rows that fit.
 * @property {string} kind When it changes, the log is reloaded.
 */

/** @typedef {ReturnType<typeof useRequestLog>} RequestLog */

const NO_REQUEST = 'req_0'
const COUNTS = { hidden: 0, left: 0, missed: 0 }
/** @type {Log} */
const NOTHING = { rows: [], isLoaded: false, isEmpty: false, ...COUNTS, error: undefined }

/** The matching requests, kept up to date. @param {Record<string, string>} query @param {Choice} choice */
export function useRequestLog(query, choice) {
  const { control, revision } = useSandbox()
  const asked = JSON.stringify(query)
  const [log, setLog] = useState(NOTHING)
  // The request after which the stream starts; undefined while it is loaded.
  const [start, setStart] = useState(/** @type {string | undefined} */ (undefined))
  const [turn, reload] = useTurn()
  const current = useRef(choice)
  current.current = choice
  const { kind } = choice
  const shownFor = useRef('')

  const { take, drop } = useFrames(
    useCallback((/** @type {Message[]} */ messages) => {
      setLog((before) => grown(before, messages, current.current))
    }, []),
  )
  /** The newest request of all, because there may be no match. @param {AbortSignal} signal */
  const newestOf = async (signal) => {
    const { account } = JSON.parse(asked)
    const query = { ...(account === undefined ? {} : { account }), limit: 1 }
    return (await control('GET', '/requests', { query, signal })).data[0]?.id
  }
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const list = (/** @type {object} */ more) =>
      control('GET', '/requests', { query: { ...JSON.parse(asked), ...more }, signal })
    const load = async () => {
      const newest = await newestOf(signal)
      const first = await list({ limit: PAGE })
      if (signal.aborted) return
      const { rows, hidden } = chosen(first.data, current.current)
      setLog({
        ...NOTHING,
        ...withOlder([], rows),
        hidden,
        isLoaded: true,
        isEmpty: newest === undefined,
      })
      setStart(newest ?? NO_REQUEST)
      let page = first.meta?.pagination
      while (page?.has_more && page.offset + page.limit < MOST_ROWS) {
        const next = await list({ limit: PAGE, offset: page.offset + page.limit })
        if (signal.aborted) return
        const older = chosen(next.data, current.current)
        setLog((before) => {
          const { rows, left } = withOlder(before.rows, older.rows)
          return { ...before, rows, left: before.left + left, hidden: before.hidden + older.hidden }
        })
        page = next.meta?.pagination
      }
    }
    // Never show rows of another filter.
    const isOther = shownFor.current !== `${asked} ${kind}`
    shownFor.current = `${asked} ${kind}`
    setStart(undefined)
    if (isOther) setLog(NOTHING)
    load().catch((error) => signal.aborted || setLog((before) => ({ ...before, error })))
    return () => {
      stop.abort()
      drop()
    }
  }, [control, asked, kind, turn])

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

/** @param {Log} log @param {readonly Message[]} messages @param {Choice} choice @returns {Log} */
function grown(log, messages, choice) {
  const came = messages.filter(({ event }) => event === 'request').map(({ data }) => data)
  const fresh = chosen(came, choice)
  const { rows, left } = withNewer(log.rows, fresh.rows)
  const missed = messages
    .filter(({ event }) => event === 'missed')
    .reduce((sum, { data }) => sum + sequenceOf(data.up_to) - sequenceOf(data.after), 0)
  return {
    ...log,
    rows,
    left: log.left + left,
    hidden: log.hidden + fresh.hidden,
    missed: log.missed + missed,
    isEmpty: log.isEmpty && came.length === 0,
  }
}

/** @param {readonly LoggedRequest[]} logged @param {Choice} choice */
function chosen(logged, { fits, hides }) {
  const fitting = logged.map(rowOf).filter(fits)
  const rows = fitting.filter((row) => !hides(row))
  return { rows, hidden: fitting.length - rows.length }
}

/** Collects items until the next frame, so that a burst is rendered once. @template T @param {(items: T[]) => void} take */
function useFrames(take) {
  const waiting = useRef(/** @type {T[]} */ ([]))
  const frame = useRef(0)
  const add = useCallback(
    (/** @type {T} */ item) => {
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
