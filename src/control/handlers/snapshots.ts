import type { Account, AccountHead } from '../../accounts/account.ts'
import { type About, type Cause, withMark } from '../../accounts/mark.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { ApiError } from '../../errors.ts'
import { untallied } from '../../faults/matching.ts'
import {
  type DamagedSnapshot,
  MAX_SNAPSHOTS,
  type SavedAccount,
  type SavedSnapshot,
  type Snapshots,
} from '../../runtime/snapshots.ts'
import { isoTime } from '../../time/clock.ts'
import { requireStandstill, unknownIn } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { sharedState } from './state.ts'

export function snapshotHandlers(parts: ControlParts) {
  const { events, clock, snapshots } = parts
  return {
    /** GET /_sandbox/snapshots */
    async listSnapshots({ account }) {
      const { id } = await account()
      return { data: (await snapshots.list(id)).map((snapshot) => shown(snapshot, id)) }
    },

    /** POST /_sandbox/snapshots */
    async saveSnapshot({ account, body: { name } }) {
      const owned = await account()
      requireStandstill(owned)
      const rows = await events.save(owned.id)
      const timesOf = (saved: SavedAccount) => {
        requireStandstill(saved)
        return { savedAt: clock.now(), shows: clock.of(saved) }
      }
      const snapshot = await snapshots.save(owned.id, name, { rows, timesOf })
      if (snapshot === undefined) {
        throw new ApiError(
          'permission_denied',
          `Account ${owned.id} has ${MAX_SNAPSHOTS} snapshots, the maximum. Delete one first, or save under an existing name.`,
        )
      }
      return { data: shown(snapshot, owned.id), message: `Saved as ${name}.` }
    },

    /** POST /_sandbox/snapshots/{name}/restore */
    async restoreSnapshot({ account, params: { name }, keyId, cause }) {
      const present = await account()
      const snapshot = await find(present.id, name, snapshots)
      requireSound(snapshot)
      const about = { type: 'snapshot', id: name }
      const state = { from: snapshots, id: name, shows: snapshot.shows, about }
      const note = await restoreState(present, state, { cause, keyId }, parts)
      const message = `Account ${present.id} is as it was when ${name} was saved; the quotas of its keys are reset.`
      return { data: shown(snapshot, present.id), message: message + note }
    },

    /** GET /_sandbox/snapshots/{name} */
    async exportSnapshot({ account, params: { name } }) {
      const { id } = await account()
      const snapshot = await find(id, name, snapshots)
      requireSound(snapshot)
      return { data: sharedState(await snapshots.account(id, name), snapshot.shows, name) }
    },

    /** DELETE /_sandbox/snapshots/{name} */
    async deleteSnapshot({ account, params: { name } }) {
      const { id } = await account()
      const snapshot = await find(id, name, snapshots)
      await snapshots.remove(id, name)
      return { data: shown(snapshot, id), message: `The snapshot ${name} is deleted.` }
    },
  } satisfies Partial<ControlHandlers>
}

async function find(
  accountId: string,
  name: string,
  snapshots: Snapshots,
): Promise<SavedSnapshot | DamagedSnapshot> {
  const snapshot = await snapshots.find(accountId, name)
  if (snapshot) return snapshot
  const names = (await snapshots.list(accountId)).map((each) => each.name)
  const known = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`
  throw unknownIn(accountId, 'snapshot', name, known)
}

function requireSound(
  snapshot: SavedSnapshot | DamagedSnapshot,
): asserts snapshot is SavedSnapshot {
  if (!('problem' in snapshot)) return
  const message = `The snapshot ${snapshot.name} is damaged. ${snapshot.problem}`
  throw new ApiError('unavailable', message)
}

function shown(snapshot: SavedSnapshot | DamagedSnapshot, account: string): DataOf<'saveSnapshot'> {
  const { name } = snapshot
  const unknown = { saved_at: null, shows: null, campaigns: null }
  if ('problem' in snapshot) return { name, account, ...unknown, problem: snapshot.problem }
  const [saved_at, shows] = [isoTime(snapshot.savedAt), isoTime(snapshot.shows)]
  return { name, account, saved_at, shows, campaigns: snapshot.campaigns, problem: null }
}

/** A state of an account that was saved. */
interface SavedState {
  from: Pick<Snapshots, 'account' | 'rows'>
  /** Its name there. */
  id: string
  /** Time of the account's clock when it was saved, epoch milliseconds. */
  shows: number
  about: About
}

/**
 * Makes an account as it was, but for its history, and keeps a moment before, so that this can be undone. Resolves with a
 * sentence for a key that did not exist then, or an empty text. Rejects with an ApiError while its clock is being advanced.
 */
export async function restoreState(
  present: Readonly<AccountHead>,
  { from, id, shows, about }: SavedState,
  { cause, keyId }: { cause: Cause; keyId: string | undefined },
  { store, events, clock, accountStates, moments }: ControlParts,
): Promise<string> {
  // Before a moment is kept, which may drop the one that is restored.
  const saved = await from.account(present.id, id)
  const rows = await from.rows(present.id, id)
  requireStandstill(present)
  const moment = await moments.keep(present, 'restore')
  await store.replace(saved, (restored, before) => {
    requireStandstill(before)
    const mark = { ...cause, moment, at: clock.of(before), to: shows, about }
    return {
      ...restored,
      faults: untallied(restored.faults),
      clock: showing(restored, shows - clock.now()),
      usage: ofKeys(before.usage, restored.keys),
      origin: before.origin,
      history: withMark(before.history, mark),
    }
  })
  await accountStates.forget(present.id, 'restore')
  await events.restore(present.id, rows)
  return lockedOutNote(saved, keyId)
}

/** A sentence for a key that did not exist in the restored state; empty otherwise. */
function lockedOutNote({ keys }: Pick<Account, 'keys'>, keyId: string | undefined): string {
  const key = keyId === undefined ? undefined : keys[keyId]
  const isLockedOut = keyId !== undefined && (key === undefined || key.revoked_at !== null)
  return isLockedOut ? ' The key of this request was not valid then, and is no longer valid.' : ''
}

/** A clock that shows the saved time again; a running one continues from there. */
function showing({ clock }: Account, offsetMs: number): Account['clock'] {
  return clock.frozenAt === null ? { offsetMs, frozenAt: null } : clock
}

// A later key may get the id of a deleted one.
function ofKeys(usage: Account['usage'], keys: Account['keys']): Account['usage'] {
  return Object.fromEntries(Object.entries(usage).filter(([keyId]) => keys[keyId] !== undefined))
}
