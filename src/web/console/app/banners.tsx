import { useEffect, useRef, useState } from 'preact/hooks'
import { forgetDocument } from '../client/document.ts'
import { leftOf, titleOf } from '../client/fault-rules.ts'
import { counted } from '../client/format.ts'
import { messageOf } from '../client/problems.ts'
import type { Message } from '../client/stream.ts'
import { useFaults } from '../hooks/faults.tsx'
import { linkTo } from '../hooks/route.ts'
import { useRead, useSandbox } from '../hooks/sandbox.ts'
import { useStream } from '../hooks/stream.ts'
import { useGathered } from '../hooks/timing.ts'
import { ActionButton } from '../ui/buttons.tsx'

/** Real milliseconds until the banner appears, because most connections take less. */
const BANNER_DELAY_MS = 1500

/** Keeps the page up to date, and reports when it cannot. */
export function ConnectionBanner({ onLeave }: { onLeave: () => void }) {
  const { refresh } = useSandbox()
  const state = useLive(refresh)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (state !== 'waiting') return
    const timer = setTimeout(() => setLong(true), BANNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [state])
  if (state instanceof Error) {
    return (
      <section class="connection-banner row" role="alert">
        <span>{messageOf(state)}</span>
        <button type="button" onClick={onLeave}>
          Start again
        </button>
      </section>
    )
  }
  if (!isLong) return null
  return (
    <section class="connection-banner row" role="alert">
      The sandbox does not respond. Reconnecting…
    </section>
  )
}

/** Real milliseconds between two reloads, because a test suite may change the account hundreds of times. */
const GATHER_MS = 1000

/** Reloads everything when the account has changed, or when a sandbox that was away is back. */
function useLive(refresh: () => void) {
  const soon = useGathered(refresh, GATHER_MS)
  const onMessage = ({ event }: Message) => {
    if (event === 'changed') soon()
  }
  const state = useStream('/changes/stream', onMessage)
  const wasOpen = useRef(false)
  const isAway = useRef(false)
  useEffect(() => {
    // A final refusal, as after the deletion of the account: reload the list of accounts.
    if (state instanceof Error || (state === 'open' && isAway.current)) refresh()
    if (state === 'open') wasOpen.current = true
    // Before the first connection, the sandbox was not away.
    isAway.current = state === 'waiting' && wasOpen.current
  }, [state, refresh])
  return state
}

/** Reloads the document after a saved overlay, and shows on every screen that one is not served. */
export function OverlayBanner() {
  const { health, refresh } = useSandbox()
  const { data = health } = useRead((control, signal) => control('GET', '/health', { signal }))
  const shown = useRef(health.document_revision)
  useEffect(() => {
    if (data.document_revision === shown.current) return
    shown.current = data.document_revision
    forgetDocument()
    refresh()
  }, [data.document_revision])
  if (data.overlay_problem === null) return null
  return (
    <section class="connection-banner row" role="alert">
      {data.overlay_problem}
    </section>
  )
}

const MOST_NAMES = 3

/** Shows on every screen that requests fail on purpose. */
export function FaultBanner() {
  const { control, refresh, notify, dismiss } = useSandbox()
  const { data: faults = [] } = useFaults()
  const active = faults.filter(({ state }) => state === 'active')
  const clear = async () => {
    // Disable the rules, because their authors may want them again.
    await Promise.all(
      active.map(({ id }) =>
        control('PUT', '/faults/{id}', { params: { id }, body: { enabled: false } }),
      ),
    )
    refresh()
    notify('All faults are off.', 'done', 'no faults')
  }
  // Messages about rules that are spent or off are no longer true.
  useEffect(() => {
    for (const { id, state, count, remaining } of faults) {
      if (state === 'active') dismiss('no faults')
      if (state !== 'active' || (count !== undefined && remaining !== count)) dismiss(`fault ${id}`)
    }
  }, [faults])
  if (active.length === 0) return null
  const named = active.slice(0, MOST_NAMES)
  return (
    <section class="fault-banner row" role="alert">
      <strong>{counted(active.length, 'fault is', 'faults are')} on:</strong>
      <span>
        {named.map((rule, index) => (
          <>
            {index > 0 && ', '}
            <bdi>{titleOf(rule)}</bdi>
            {rule.count !== undefined && <strong> ({leftOf(rule)})</strong>}
          </>
        ))}
        {active.length > MOST_NAMES ? ` and ${active.length - MOST_NAMES} more` : ''}.
        <span class="fault-banner-why">
          {' '}
          A fault rule makes requests of this account fail or slow down.
        </span>
      </span>
      <span class="row">
        <a href={linkTo('faults')}>Show</a>
        <ActionButton act={clear}>Switch off</ActionButton>
      </span>
    </section>
  )
}
