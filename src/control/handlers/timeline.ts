import type { components } from '../../../spec/generated/sandbox.ts'
import type { AccountHead } from '../../accounts/account.ts'
import { invalidValue } from '../../errors.ts'
import type { Moment, Moments } from '../../state/moments.ts'
import { isoTime } from '../../time/clock.ts'
import { DAY_MS } from '../../time/duration.ts'
import { parseIsoTime } from '../../time/iso-time.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { lockedOutNote, type RestoreParts, restoreState } from '../restoring.ts'
import type { TimelineKind } from '../timeline/group.ts'
import type { Window } from '../timeline/lanes.ts'

type Schemas = components['schemas']

const DEFAULT_DAYS = 7
const MOST_DAYS = 400
const KINDS: readonly TimelineKind[] = ['clock', 'run', 'event', 'delivery', 'fault', 'request']

type Parts = RestoreParts & Pick<ControlParts, 'requests' | 'figures'>

export function timelineHandlers(parts: Parts) {
  const { store, clock, moments, figures } = parts
  return {
    /** GET /_sandbox/timeline */
    async getTimeline({ account, query }) {
      const owned = await account()
      const { limit = 100, kind = KINDS } = query
      const now = clock.of(owned)
      const window = windowOf(query, now)
      const [{ LANES }, { entriesOf }] = await Promise.all([
        import('../timeline/lanes.ts'),
        import('../timeline/group.ts'),
      ])
      const kept = await moments.list(owned.id)
      const isKept = new Set(kept.map(({ id }) => id))
      const lanes: Schemas['Timeline']['lanes'] = []
      const entries: Schemas['TimelineEntry'][] = []
      for (const each of new Set(kind)) {
        const { items, total, from } = await LANES[each](owned, window, parts)
        lanes.push({ kind: each, total, from: isoTime(from) })
        for (const entry of entriesOf(each, items, limit)) {
          const moment = entry.moment !== null && isKept.has(entry.moment) ? entry.moment : null
          entries.push({ ...entry, moment })
        }
      }
      entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      const times = { now: isoTime(now), from: isoTime(window.from), to: isoTime(window.to) }
      const shown = kept.map(momentView)
      return { data: { account: owned.id, ...times, lanes, entries, moments: shown } }
    },

    /** GET /_sandbox/timeline/{moment} */
    async getMoment({ account, params, signal }) {
      const { id } = await account()
      const found = await momentOf(id, params.moment, moments)
      const [{ stateSummary }, { stateChanges }] = await Promise.all([
        import('../timeline/state-summary.ts'),
        import('../timeline/difference.ts'),
      ])
      const whole = await store.read(id)
      const past = { account: await moments.account(id, found.id), now: found.shows }
      const present = { account: whole, now: clock.of(whole) }
      const summaries = await figures.take(id, signal, async () => ({
        past: await stateSummary(past, signal),
        present: await stateSummary(present, signal),
      }))
      return {
        data: { ...momentView(found), ...summaries, ...(await stateChanges(past, present)) },
      }
    },

    /** GET /_sandbox/timeline/{moment}/state */
    async exportMoment({ account, params }) {
      const { id } = await account()
      const found = await momentOf(id, params.moment, moments)
      const { sharedState } = await import('../sharing/shared-state.ts')
      return { data: await sharedState(await moments.account(id, found.id), found.shows) }
    },

    /** POST /_sandbox/timeline/{moment}/restore */
    async restoreMoment({ account, params, keyId }) {
      const present = await account()
      const found = await momentOf(present.id, params.moment, moments)
      const saved = await moments.account(present.id, found.id)
      const rows = await moments.rows(present.id, found.id)
      await restoreState(present, { account: saved, shows: found.shows, rows }, parts)
      const undo = await lastRestore(await store.readHead(present.id), moments)
      const message = `Account ${present.id} is as it was at ${isoTime(found.shows)} of its clock; the quotas of its keys are reset.`
      return {
        data: { restored: momentView(found), undo: undo ? momentView(undo) : null },
        message: message + lockedOutNote(saved, keyId),
      }
    },
  } satisfies Partial<ControlHandlers>
}

/** The moment that was kept before the last restore. */
async function lastRestore(
  { id, marks = [] }: Readonly<AccountHead>,
  moments: Moments,
): Promise<Moment | undefined> {
  const moment = marks.findLast(({ kind }) => kind === 'restore')?.moment
  return moment === undefined ? undefined : moments.find(id, moment)
}

async function momentOf(accountId: string, id: string, moments: Moments): Promise<Moment> {
  const found = await moments.find(accountId, id)
  if (found) return found
  const wayOut = 'It may have been dropped; GET /_sandbox/timeline lists the moments that are kept.'
  throw unknownIn(accountId, 'moment', id, wayOut)
}

function momentView({ id, before, savedAt, shows, campaigns }: Moment): Schemas['Moment'] {
  return { id, before, saved_at: isoTime(savedAt), shows: isoTime(shows), campaigns }
}

/** Throws ApiError for texts that are not times, and for times too far apart. */
function windowOf(query: { from?: string; to?: string }, now: number): Window {
  const to = query.to === undefined ? now : timeOf('to', query.to)
  const from = query.from === undefined ? to - DEFAULT_DAYS * DAY_MS : timeOf('from', query.from)
  if (from > to) {
    throw invalidValue('query', 'from', `must not be after to (${isoTime(to)})`, query.from)
  }
  if (to - from > MOST_DAYS * DAY_MS) {
    const message = `must be at most ${MOST_DAYS} days before to (${isoTime(to)})`
    throw invalidValue('query', 'from', message, query.from)
  }
  return { from, to }
}

function timeOf(name: 'from' | 'to', text: string): number {
  const time = parseIsoTime(text)
  if (time !== undefined && time >= 0 && time <= Date.UTC(2999, 11, 31)) return time
  throw invalidValue('query', name, 'must be a time such as 2026-03-01T09:00:00Z', text)
}
