import { type Account, type AccountHead, isTooLarge } from '../accounts/account.ts'
import { type About, type Cause, withMark } from '../accounts/mark.ts'
import { untallied } from '../faults/matching.ts'
import { TooManyCampaignsError } from '../store/store-error.ts'
import { requireStandstill } from './account.ts'
import type { ControlParts } from './parts.ts'

export type RestoreParts = Pick<
  ControlParts,
  'store' | 'events' | 'clock' | 'accountStates' | 'moments'
>

/** A state of an account that was saved. */
interface SavedState {
  account: Readonly<Account>
  /** Time of the account's clock when it was saved, epoch milliseconds. */
  shows: number
  /** Its events and deliveries, as of `EventLog.save`. */
  rows: string
  about: About
}

/**
 * Makes an account as it was, but for its history, and keeps a moment before, so that this can be undone. Rejects with an ApiError while its
 * clock is being advanced.
 */
export async function restoreState(
  present: Readonly<AccountHead>,
  { account: saved, shows, rows, about }: SavedState,
  cause: Cause,
  { store, events, clock, accountStates, moments }: RestoreParts,
): Promise<void> {
  requireStandstill(present)
  if (isTooLarge(saved)) {
    const what = `The state of the ${about.type} ${about.id}`
    throw new TooManyCampaignsError(what, saved.campaigns.size, 'so it cannot be restored.')
  }
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
}

/** A sentence for a key that did not exist in the restored state; empty otherwise. */
export function lockedOutNote({ keys }: Pick<Account, 'keys'>, keyId: string | undefined): string {
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
