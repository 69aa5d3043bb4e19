import type { Account } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { type DamagedSnapshot, MAX_SNAPSHOTS, type Snapshot } from '../store/snapshots.ts'
import { isoTime } from '../time/clock.ts'
import type { ControlHandler, DataOf } from './operation.ts'

/** GET /_sandbox/snapshots */
export const listSnapshots: ControlHandler<'listSnapshots'> = async (
  { account },
  { snapshots },
) => {
  const { id } = await account()
  return { data: (await snapshots.list(id)).map((snapshot) => shown(snapshot, id)) }
}

/** POST /_sandbox/snapshots */
export const saveSnapshot: ControlHandler<'saveSnapshot'> = async (
  { account, body: { name } },
  { snapshots, clock },
) => {
  const owned = await account()
  requireStandstill(owned)
  const snapshot = { name, account: owned, savedAt: clock.now(), shows: clock.of(owned) }
  if (!(await snapshots.save(snapshot))) {
    throw new ApiError(
      'permission_denied',
      `The account ${owned.id} has ${MAX_SNAPSHOTS} snapshots, which is as many as it can have. Delete one first, or save under one of their names.`,
    )
  }
  return { data: shown(snapshot, owned.id), message: `Saved as ${name}.` }
}

/** POST /_sandbox/snapshots/{name}/restore */
export const restoreSnapshot: ControlHandler<'restoreSnapshot'> = async (
  { account, params: { name }, keyId },
  services,
) => {
  const { store, clock, quotas, receivers, simulation } = services
  const present = await account()
  const snapshot = await find(present.id, name, services)
  if ('problem' in snapshot) {
    throw new ApiError('unavailable', `The snapshot ${name} is damaged. ${snapshot.problem}`)
  }
  await store.replace(snapshot.account, (saved, before) => {
    requireStandstill(before)
    return {
      ...saved,
      // Other objects, for what is counted of them in memory begins afresh.
      faults: Object.fromEntries(
        Object.entries(saved.faults).map(([id, rule]) => [id, { ...rule }]),
      ),
      clock: showing(saved, snapshot.shows - clock.now()),
      usage: ofKeys(before.usage, saved.keys),
      origin: before.origin,
    }
  })
  simulation.forget(present.id)
  receivers.forget(present.id)
  quotas.clearAccount(present.id)
  const isLockedOut = keyId !== undefined && !snapshot.account.keys[keyId]
  return {
    data: shown(snapshot, present.id),
    message: `The account ${present.id} is as it was when ${name} was saved; the quotas of its keys are fresh.${
      isLockedOut ? ' The key that you called with was not there then, and opens nothing now.' : ''
    }`,
  }
}

/** DELETE /_sandbox/snapshots/{name} */
export const deleteSnapshot: ControlHandler<'deleteSnapshot'> = async (
  { account, params: { name } },
  services,
) => {
  const { id } = await account()
  const snapshot = await find(id, name, services)
  await services.snapshots.remove(id, name)
  return { data: shown(snapshot, id), message: `The snapshot ${name} is deleted.` }
}

async function find(
  accountId: string,
  name: string,
  { snapshots }: Services,
): Promise<Snapshot | DamagedSnapshot> {
  const snapshot = await snapshots.find(accountId, name)
  if (snapshot) return snapshot
  const names = (await snapshots.list(accountId)).map((each) => each.name)
  throw new ApiError(
    'unknown_resource',
    `The account ${accountId} has no snapshot ${JSON.stringify(name.slice(0, 80))}. ` +
      (names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`),
  )
}

// Half of what is due then has happened: such a state can neither be kept nor be left.
function requireStandstill({ id, clock }: Readonly<Account>): void {
  if (clock.advancing === undefined) return
  throw new ApiError(
    'unavailable',
    `The clock of ${id} is being advanced. Wait until that is done, and try again.`,
    { headers: { 'Retry-After': '1' } },
  )
}

/** A clock that shows again what it showed; one that ran runs on from there. */
function showing({ clock }: Account, offsetMs: number): Account['clock'] {
  return clock.frozenAt === null ? { offsetMs, frozenAt: null } : clock
}

// A key that is created later may get the id of one that is no more.
function ofKeys(usage: Account['usage'], keys: Account['keys']): Account['usage'] {
  return Object.fromEntries(Object.entries(usage).filter(([keyId]) => keys[keyId] !== undefined))
}

function shown(snapshot: Snapshot | DamagedSnapshot, account: string): DataOf<'saveSnapshot'> {
  const { name } = snapshot
  if ('problem' in snapshot) {
    return {
      name,
      account,
      saved_at: null,
      shows: null,
      campaigns: null,
      problem: snapshot.problem,
    }
  }
  return {
    name,
    account,
    saved_at: isoTime(snapshot.savedAt),
    shows: isoTime(snapshot.shows),
    campaigns: snapshot.account.campaigns.size,
    problem: null,
  }
}
