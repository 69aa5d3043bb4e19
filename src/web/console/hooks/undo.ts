import { useCallback } from 'preact/hooks'
import { messageOf } from '../client/problems.ts'
import type { Change } from '../client/timeline.ts'
import { useSandbox } from './sandbox.ts'

/**
 * `did` does something, and shows the message that it resolves with, with a button that undoes it if it can be undone. `undo`
 * undoes a change.
 */
export function useUndo() {
  const { control, notify, refresh } = useSandbox()
  const latest = useCallback(async (): Promise<Change | undefined> => {
    const query = { source: 'console' as const, limit: 1 }
    // The account may be gone, and an undo is only an offer.
    const answer = await control('GET', '/timeline', { query }).catch(() => undefined)
    return answer?.data.changes[0]
  }, [control])
  const did = async (act: () => Promise<string>): Promise<void> => {
    const before = await latest()
    const text = await act()
    const made = await latest()
    const canUndo = made !== undefined && made.id !== before?.id && made.moment !== null
    notify(text, 'done', undefined, canUndo ? () => undo(made.id) : undefined)
  }
  const undo = async (change: string): Promise<void> => {
    try {
      await did(async () => {
        const { message } = await control('POST', '/undo', { body: { change } })
        refresh()
        return message ?? 'Undone.'
      })
    } catch (error) {
      notify(messageOf(error), 'failed')
    }
  }
  return { did, undo }
}
