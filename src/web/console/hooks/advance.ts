import { counted, minuteOf } from '../client/format.ts'
import type { Control } from '../client/session.ts'
import { useAction, useSandbox } from './sandbox.ts'
import { useUndo } from './undo.ts'

/** Real milliseconds between two looks at an advance that takes long. */
const LOOK_MS = 1000

/** Advances the clock of the account and reloads the page. The clock bar shows an advance that takes long. */
export function useAdvance() {
  const { control, refresh } = useSandbox()
  const report = useAdvanceReport()
  const action = useAction(async (by: string) => {
    const { data, message } = await control('POST', '/clock', { body: { advance: by } })
    refresh()
    if ('summary' in data) {
      return report({ error: null, summary: data.summary }, message)
    }
    // The clock bar may not have seen it before it ends.
    for (;;) {
      const { advancing, last_advance: last } = (await control('GET', '/clock')).data
      if (advancing === null) return last ? report(last) : undefined
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  })
  /** Advances to a time, if it is not past: the clock may have moved since. */
  const to = async (time: string) => {
    const { data } = await control('GET', '/clock')
    const seconds = Math.ceil((Date.parse(time) - Date.parse(data.now)) / 1000)
    await action.run(`${Math.max(1, seconds)}s`)
  }
  return { ...action, to }
}

/** Shows a toast about an advance that has ended: one, although both its request and the stream of the clock report it. */
export function useAdvanceReport() {
  const { control, notify } = useSandbox()
  const { undo } = useUndo()
  return async (
    { error, summary }: Pick<Control['EndedAdvance'], 'error' | 'summary'>,
    message: string = summaryOf(summary),
  ) => {
    const about = `advance from ${summary.from} to ${summary.to}`
    if (error !== null) return notify(error, 'failed', about)
    // An undo is only an offer.
    const query = { undoable: true, limit: 1 }
    const last = await control('GET', '/timeline', { query }).catch(() => undefined)
    const change = last?.data.changes.find(
      ({ operation, to }) => operation === 'advanceClock' && to === summary.to,
    )
    notify(message, 'done', about, change && (() => undo(change.id)))
  }
}

function summaryOf({ to, runs, events, deliveries }: Control['ClockSummary']) {
  const happened = Object.values(events).reduce((sum, count) => sum + count, 0)
  const parts = [counted(runs, 'campaign run'), counted(happened, 'event')]
  const { delivered, failed_attempts, pending } = deliveries
  if (delivered > 0) parts.push(`${delivered} delivered`)
  if (failed_attempts > 0) parts.push(`${failed_attempts} failed`)
  if (pending > 0) parts.push(`${pending} waiting for a retry`)
  return `It is ${minuteOf(to)} now: ${parts.join(', ')}.`
}
