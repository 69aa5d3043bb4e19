import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { MOST_ROWS, rowOf, sequenceOf, withNewer, withOlder } from '../../client/request-rows.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { useStream } from '../../hooks/stream.js'

/** @typedef {import('../../client/request-rows.js').Row} Row */

/** As many as the control plane gives at once. */
const PAGE = 1000

/**
 * @typedef {object} Log
 * @property {readonly Row[]} rows The newest first.
 * @property {boolean} isLoaded Whether the first of them are there.
 * @property {boolean} isEmpty Whether nothing at all was asked of the account when it was loaded.
 * @property {number} hidden How many fit and are hidden.
 * @property {number} left How many the page has let go.
 * @property {number} missed How many the sandbox let go before the page could read them, at most.
 * @property {unknown} error
 */

/**
 * @typedef {object} Choice What the control plane has no filter for.
 * @property {(row: Row) => boolean} fits
 * @property {(row: Row) => boolean} hides Of those that fit.
 * @property {string} kind A name of both: when it changes, all is loaded again.
 */

/** @type {Log} */
const NOTHING = {
  rows: [],
  isLoaded: false,
  isEmpty: false,
  hidden: 0,
  left: 0,
  missed: 0,
  error: undefined,
}

/**
 * The logged requests that fit, and those that come from then on.
 *
 * @param {Record<string, string>} query Filters of the control plane.
 * @param {Choice} choice
 * @returns {Log & { connection: ReturnType<typeof useStream>, reload: () => void }}
 */
export function useRequestLog(query, choice) {
  const { control, revision } = useSandbox()
  const asked = JSON.stringify(query)
  const [log, setLog] = useState(NOTHING)
  // From which request on the stream tells what comes; undefined while that is being found out.
  const [start, setStart] = useState(/** @type {string | undefined} */ (undefined))
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const current = useRef(choice)
  current.current = choice
  const { kind } = choice
  const shownFor = useRef('')

  const { take, drop } = useFrames(
    useCallback((/** @type {import('../../client/stream.js').Message[]} */ messages) => {
      setLog((before) => grown(before, messages, current.current))
    }, []),
  )
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const list = (/** @type {object} */ more) =>
      control('GET', 'requests', { query: { ...JSON.parse(asked), ...more }, signal })
    const load = async () => {
      // The stream goes on from the newest of all, not of those that fit: of these none may be left.
      const { account } = JSON.parse(asked)
      const newest = await control('GET', 'requests', {
        query: { ...(account === undefined ? {} : { account }), limit: 1 },
        signal,
      })
      const first = await list({ limit: PAGE })
      if (signal.aborted) return
      const { rows, hidden } = chosen(first.data, current.current)
      setLog({
        ...NOTHING,
        ...withOlder([], rows),
        hidden,
        isLoaded: true,
        isEmpty: newest.data.length === 0,
      })
      setStart(newest.data[0]?.id ?? 'req_0')
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
    // What does not fit any more must not be taken for what does.
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

  // What is new comes by the stream. That all was forgotten, as by a reset, does not.
  const newest = log.rows[0]?.id
  useEffect(() => {
    if (newest === undefined) return
    const stop = new AbortController()
    const { account } = JSON.parse(asked)
    const query = { ...(account === undefined ? {} : { account }), limit: 1 }
    control('GET', 'requests', { query, signal: stop.signal }).then(
      ({ data }) =>
        sequenceOf(data[0]?.id ?? 'req_0') < sequenceOf(newest) && setTurn((before) => before + 1),
      // The connection tells it.
      () => {},
    )
    return () => stop.abort()
  }, [revision])

  const connection = useStream('requests/stream', take, {
    query,
    lastId: start,
    enabled: start !== undefined,
  })

  const wasCut = useRef(false)
  useEffect(() => {
    if (connection === 'waiting' && start !== undefined) wasCut.current = true
    if (connection !== 'open' || !wasCut.current) return
    wasCut.current = false
    // It may have been started again, and count from one.
    reload()
  }, [connection])
  return { ...log, connection, reload }
}

/**
 * @param {Log} log
 * @param {readonly import('../../client/stream.js').Message[]} messages
 * @param {Choice} choice
 * @returns {Log}
 */
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

/**
 * @param {readonly import('../../client/request-rows.js').LoggedRequest[]} logged
 * @param {Choice} choice
 */
function chosen(logged, { fits, hides }) {
  const fitting = logged.map(rowOf).filter(fits)
  const rows = fitting.filter((row) => !hides(row))
  return { rows, hidden: fitting.length - rows.length }
}

/**
 * Collects what comes until the next frame: a burst of a thousand is drawn once.
 *
 * @template T
 * @param {(items: T[]) => void} take
 */
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
