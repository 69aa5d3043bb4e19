import type { ControlId, StreamMessage } from '../control-client/operations.ts'
import { type FollowableLog, NO_ACCOUNT, type Owners } from '../runtime/account-logs.ts'
import type { ControlRequest } from './operation.ts'

/**
 * Whose entries a request may see: all, which only the operator may; or those of one account, with those of no account if
 * the operator asks for them.
 */
export async function ownersFor({
  account,
  isOperator,
  query,
}: Pick<ControlRequest<ControlId>, 'account' | 'isOperator'> & {
  query: { account?: string; unauthenticated?: boolean }
}): Promise<Owners> {
  if (isOperator && query.account === undefined) return undefined
  const { id } = await account()
  return isOperator && query.unauthenticated ? [id, NO_ACCOUNT] : id
}

interface Following<Entry> {
  log: Pick<FollowableLog<Entry>, 'newest' | 'dropped' | 'changed'>
  owners: Owners
  /** Id of the last entry that the reader has seen, if any. */
  lastId: string | undefined
  /** Without `lastId`: from the oldest entry on, instead of from now on. */
  isFromStart?: boolean
  /** The entries to send after a sequence, oldest first. */
  after(sequence: number): Promise<Entry[]> | Entry[]
  /** Ids of entries are this and their sequence. */
  prefix: string
  view(entry: Entry): object
}

/** Resolves with the entries of a log as they come, once it is clear where they begin. */
export async function followedLog<Entry extends { sequence: number }>(
  following: Following<Entry>,
  signal: AbortSignal,
): Promise<AsyncIterable<StreamMessage>> {
  const { log, lastId = '', isFromStart, prefix } = following
  const last = sequenceIn(lastId, prefix)
  const newest = await log.newest()
  // A sequence from before a restart may be ahead of all entries: then the reader has read none of them.
  if (last !== undefined) return messagesAfter(last > newest ? 0 : last, following, signal)
  return messagesAfter(isFromStart ? 0 : newest, following, signal)
}

/** Reads what the reader takes, so nothing is queued for a slow one. */
async function* messagesAfter<Entry extends { sequence: number }>(
  start: number,
  { log, owners, after, prefix, view }: Following<Entry>,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage, undefined> {
  let read = start
  while (!signal.aborted) {
    const dropped = await log.dropped(owners)
    if (dropped > read) {
      yield { event: 'missed', data: { after: `${prefix}${read}`, up_to: `${prefix}${dropped}` } }
      read = dropped
    }
    const newest = await log.newest()
    if (newest <= read) {
      await log.changed(read, signal)
      continue
    }
    const found = await after(read)
    for (const entry of found) {
      yield { event: 'request', id: `${prefix}${entry.sequence}`, data: view(entry) }
    }
    read = Math.max(newest, found.at(-1)?.sequence ?? 0)
  }
}

/** The sequence in an id such as `req_12`; undefined for any other text. */
export function sequenceIn(id: string, prefix: string): number | undefined {
  if (!id.startsWith(prefix)) return undefined
  const digits = id.slice(prefix.length)
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/**
 * Yields at once, and after each change since. Changes that come while the reader is busy are combined. Ends when
 * `signal` is aborted. `listen` gets a function to call for each change, and returns functions that stop listening.
 */
export async function* notices(
  listen: (onChange: () => void) => (() => void)[],
  signal: AbortSignal,
): AsyncGenerator<void, undefined> {
  let hasChanged = true
  let wake = () => {}
  const onChange = () => {
    hasChanged = true
    wake()
  }
  const stops = listen(onChange)
  const ended = () => wake()
  signal.addEventListener('abort', ended)
  try {
    while (!signal.aborted) {
      if (hasChanged) {
        hasChanged = false
        yield
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        if (signal.aborted || hasChanged) resolve()
      })
    }
  } finally {
    signal.removeEventListener('abort', ended)
    for (const stop of stops) stop()
  }
}
