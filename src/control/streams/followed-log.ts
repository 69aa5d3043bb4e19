import type { StreamMessage } from '../../control-client/operations.ts'
import type { FollowableLog } from '../../runtime/account-logs.ts'
import type { LogView } from './log-view.ts'

interface Following<Entry> {
  log: Pick<LogView<Entry>, 'newest' | 'dropped' | 'changed'>
  /** The entries to send after a sequence, oldest first. */
  after(sequence: number): Promise<Entry[]>
  /** Sequence after which to start. */
  start: number
  /** The id of the entry with a sequence. */
  idOf(sequence: number): string
  /** Name and data of the message for an entry. */
  event: string
  view(entry: Entry): object
}

/** Reads entries from a log as they come: nothing is queued for a slow reader. */
export async function* followedLog<Entry extends { sequence: number }>(
  { log, after, start, idOf, event, view }: Following<Entry>,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage, undefined> {
  let read = start
  while (!signal.aborted) {
    const dropped = await log.dropped()
    if (dropped > read) {
      yield { event: 'missed', data: { after: idOf(read), up_to: idOf(dropped) } }
      read = dropped
    }
    const newest = await log.newest()
    if (newest <= read) {
      await log.changed(read, signal)
      continue
    }
    const found = await after(read)
    for (const entry of found) {
      yield { event, id: idOf(entry.sequence), data: view(entry) }
    }
    read = Math.max(newest, found.at(-1)?.sequence ?? 0)
  }
}

/** The position where a reader continues: after `last`, the sequence of its last entry, or else at the end of the log. */
export async function startAfter(
  last: number | undefined,
  log: Pick<FollowableLog<unknown>, 'newest'>,
): Promise<number> {
  const newest = await log.newest()
  if (last === undefined) return newest
  // A sequence from before a restart may be ahead of all entries: then the reader has read none of them.
  return last > newest ? 0 : last
}

/** The sequence in an id such as `req_12`; undefined for any other text. */
export function sequenceIn(id: string, prefix: string): number | undefined {
  if (!id.startsWith(prefix)) return undefined
  const digits = id.slice(prefix.length)
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}
