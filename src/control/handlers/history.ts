import type { components } from '../../../spec/generated/sandbox.ts'
import type { AccountHead } from '../../accounts/account.ts'
import type { Mark } from '../../accounts/mark.ts'
import { ApiError } from '../../errors.ts'
import type { Moment, Moments } from '../../runtime/moments.ts'
import { isoTime } from '../../time/clock.ts'
import { unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { restoreState } from './snapshots.ts'
import { sharedState } from './state.ts'
import { stateChanges, stateSummary } from './state-difference.ts'

type Schemas = components['schemas']

export function historyHandlers(parts: ControlParts) {
  const { store, clock, moments, figures } = parts
  /** The moment that was kept before the last restore; null without one. */
  const lastRestore = async (accountId: string) => {
    const { history } = await store.readHead(accountId)
    const moment = [...history.values()].at(-1)?.moment
    const found = moment === undefined ? undefined : await moments.find(accountId, moment)
    return found ? momentView(found) : null
  }
  return {
    /** GET /_sandbox/timeline */
    async getTimeline({ account, query }) {
      const owned = await account()
      const { limit, source, about, undoable } = query
      const kept = await moments.list(owned.id)
      const changes = changesOf(owned, kept).filter(
        (each) =>
          (source === undefined || each.source === source) &&
          (about === undefined || each.about?.id === about) &&
          (undoable !== true || each.moment !== null),
      )
      const now = isoTime(clock.of(owned))
      const shown = { changes: changes.slice(0, limit), moments: kept.map(momentView) }
      return { data: { account: owned.id, now, total: changes.length, ...shown } }
    },

    /** POST /_sandbox/undo */
    async undoChange({ account, body, keyId, cause }) {
      const present = await account()
      const kept = await moments.list(present.id)
      const changes = changesOf(present, kept)
      const found =
        body?.change === undefined
          ? nextToUndo(changes)
          : changes.find(({ id }) => id === body.change)
      const moment = kept.find(({ id }) => id === found?.moment)
      if (!found || !moment) throw cannotUndo(present.id, body?.change, found, kept)
      const about = { type: 'change', id: found.id, name: wordsOf(found) }
      const state = { from: moments, id: moment.id, shows: moment.shows, about }
      const note = await restoreState(present, state, { cause, keyId }, parts)
      const later = changes.indexOf(found)
      const others =
        later === 0
          ? ''
          : ` So ${later === 1 ? 'is the later change' : `are ${later} later changes`}.`
      return {
        data: { undone: found, restored: momentView(moment), undo: await lastRestore(present.id) },
        message: `${wordsOf(found)} is undone.${others}${note}`,
      }
    },

    /** GET /_sandbox/timeline/{moment} */
    async getMoment({ account, params, signal }) {
      const { id } = await account()
      const found = await momentOf(id, params.moment, moments)
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
      return { data: sharedState(await moments.account(id, found.id), found.shows) }
    },

    /** POST /_sandbox/timeline/{moment}/restore */
    async restoreMoment({ account, params, keyId, cause }) {
      const present = await account()
      const found = await momentOf(present.id, params.moment, moments)
      const about = { type: 'moment', id: found.id }
      const state = { from: moments, id: found.id, shows: found.shows, about }
      const note = await restoreState(present, state, { cause, keyId }, parts)
      const undo = await lastRestore(present.id)
      const message = `Account ${present.id} is as it was at ${isoTime(found.shows)} of its clock; the quotas of its keys are reset.`
      return { data: { restored: momentView(found), undo }, message: message + note }
    },
  } satisfies Partial<ControlHandlers>
}

/** The changes of an account, the newest first, with the moments that are still kept. */
function changesOf(
  { history }: Readonly<AccountHead>,
  kept: readonly Moment[],
): Schemas['Change'][] {
  const isKept = new Set(kept.map(({ id }) => id))
  return [...history].map(([number, mark]) => changeView(number, mark, isKept)).reverse()
}

function changeView(number: string, mark: Mark, isKept: ReadonlySet<string>): Schemas['Change'] {
  const { operation, source, key, about, at, to, madeAt, moment } = mark
  return {
    id: `chg_${number}`,
    operation,
    source,
    key: key ? { id: key.id, name: key.name } : null,
    about: about ? { type: about.type, id: about.id, name: about.name ?? null } : null,
    at: isoTime(at),
    to: to === undefined || to === at ? null : isoTime(to),
    made_at: isoTime(madeAt),
    moment: moment !== undefined && isKept.has(moment) ? moment : null,
  }
}

/** The newest change that can be undone and is not undone yet, so that each undo goes one step back. */
function nextToUndo(changes: readonly Schemas['Change'][]): Schemas['Change'] | undefined {
  let oldestUndone = Number.POSITIVE_INFINITY
  for (const each of changes) {
    if (numberOf(each.id) >= oldestUndone) continue
    if (each.operation === 'undoChange' && each.about) oldestUndone = numberOf(each.about.id)
    else if (each.moment !== null) return each
  }
  return undefined
}

const numberOf = (id: string) => Number(id.slice('chg_'.length))

/** Such as `deleteCampaign Spring launch`. An undo is named by the id of what it undid. */
function wordsOf({ operation, about }: Schemas['Change']): string {
  if (about === null) return operation
  return `${operation} ${operation === 'undoChange' ? about.id : (about.name ?? about.id)}`
}

function cannotUndo(
  accountId: string,
  change: string | undefined,
  found: Schemas['Change'] | undefined,
  moments: readonly Moment[],
): ApiError {
  if (change !== undefined && !found) {
    return unknownIn(accountId, 'change', change, 'GET /_sandbox/timeline lists the last changes.')
  }
  const what =
    change === undefined
      ? `Account ${accountId} has no change that can be undone.`
      : `The change ${change} cannot be undone.`
  const why =
    'A state is kept before deletions, moves of the clock, resets, restores and imports, and only the last ones stay.'
  const wayOut =
    moments.length > 0
      ? 'POST /_sandbox/timeline/{moment}/restore brings back one of the moments that GET /_sandbox/timeline lists.'
      : 'GET /_sandbox/timeline?undoable=true lists the changes that have one.'
  return new ApiError('unknown_resource', `${what} ${why} ${wayOut}`)
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
