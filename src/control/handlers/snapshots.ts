import type { DataOf } from '../../control-client/operations.ts'
import { ApiError } from '../../errors.ts'
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
import { lockedOutNote, type RestoreParts, restoreState } from '../restoring.ts'

type Parts = RestoreParts & Pick<ControlParts, 'snapshots'>

export function snapshotHandlers(parts: Parts) {
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
      const saved = await snapshots.account(present.id, name)
      const rows = await snapshots.rows(present.id, name)
      const about = { type: 'snapshot', id: name }
      const state = { account: saved, shows: snapshot.shows, rows, about }
      await restoreState(present, state, cause, parts)
      const message = `Account ${present.id} is as it was when ${name} was saved; the quotas of its keys are reset.`
      return {
        data: shown(snapshot, present.id),
        message: message + lockedOutNote(saved, keyId),
      }
    },

    /** GET /_sandbox/snapshots/{name} */
    async exportSnapshot({ account, params: { name } }) {
      const { id } = await account()
      const snapshot = await find(id, name, snapshots)
      requireSound(snapshot)
      const { sharedState } = await import('../sharing/shared-state.ts')
      return { data: await sharedState(await snapshots.account(id, name), snapshot.shows, name) }
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
