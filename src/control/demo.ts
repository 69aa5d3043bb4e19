import type { Cause } from '../accounts/mark.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { DescribedAccount, FixtureLibrary } from '../fixtures/fixture-library.ts'
import {
  fixtureAccounts,
  kept,
  type ResetParts,
  replaceAccounts,
  resetHistory,
} from '../fixtures/seeding.ts'
import type { Log } from '../log.ts'
import { type AccountStateRegistry, inBackground } from '../runtime/account-state.ts'
import type { ChangeFeed } from '../runtime/change-feed.ts'
import type { ResetTimes } from '../runtime/reset-times.ts'
import type { SignUps } from '../runtime/sign-ups.ts'
import type { UsageCounter } from '../runtime/usage.ts'
import { eachHead, ifPresent } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts'
import { visitorFixture } from './handlers/fixtures.ts'

interface VisitorParts {
  clock: Clock
  config: Pick<Config, 'maxAccounts' | 'idleDays' | 'signupFixture' | 'seed'>
  fixtures: FixtureLibrary
  usage: Pick<UsageCounter, 'flush'>
  signUps: SignUps
  accountStates: AccountStateRegistry
  log: Log
  closing: AbortSignal
}

/** The accounts of visitors of a hosted demo: limits their number and removes idle ones. */
export class Visitors {
  readonly #parts: VisitorParts

  constructor(parts: VisitorParts) {
    this.#parts = parts
  }

  /** Reads what accounts of visitors start with, so that a mistake ends the start. Rejects with a FixtureError. */
  async requireFixture(): Promise<void> {
    const { clock, config, fixtures } = this.#parts
    const { signupFixture, seed } = config
    if (signupFixture !== undefined)
      await fixtures.described(signupFixture, { now: clock.now(), seed })
  }

  /** Runs `make` for a caller at `address`, or throws the failure that says why not. */
  async admit<T>(address: string, make: () => Promise<T>): Promise<T> {
    await this.#charge(address)
    const release = (await this.#reserve()) ?? (await this.removeIdle().then(() => this.#reserve()))
    if (!release) throw this.#full()
    try {
      return await make()
    } finally {
      await release()
    }
  }

  /** Removes the accounts of visitors that have been idle for `idleDays`. */
  async removeIdle(): Promise<void> {
    const { clock, config, usage, signUps, accountStates } = this.#parts
    await usage.flush()
    const latest = clock.now() - config.idleDays * DAY_MS
    for await (const id of signUps.idleSince(latest)) {
      await accountStates.remove(id).catch((error) => {
        // Removed meanwhile, perhaps by another replica.
        if (!(error instanceof UnknownAccountError)) throw error
      })
    }
  }

  /** Removes idle accounts every hour, until the sandbox closes. */
  async keepTidy(): Promise<void> {
    const { clock, closing } = this.#parts
    for (;;) {
      await clock.pause(HOUR_MS, closing)
      if (closing.aborted) return
      await inBackground('Idle accounts could not be removed', () => this.removeIdle(), this.#parts)
    }
  }

  async #charge(address: string): Promise<void> {
    const { clock, signUps } = this.#parts
    const now = clock.now()
    const { allowed, limit, window, endsAt } = await signUps.charge(address, now)
    if (allowed) return
    const wait = Math.max(1, Math.ceil((endsAt - now) / 1000))
    throw new ApiError(
      'quota_exceeded',
      `One address may make ${limit} sign-ups ${window === 'hour' ? 'an hour' : 'a day'}. ` +
        `Use the key that you have, or wait ${wait} seconds.`,
      { headers: { 'Retry-After': String(wait) }, details: { limit, window, retry_after: wait } },
    )
  }

  #reserve() {
    return this.#parts.signUps.reserve(this.#parts.config.maxAccounts)
  }

  #full(): ApiError {
    const { maxAccounts, idleDays } = this.#parts.config
    return new ApiError(
      'unavailable',
      `This sandbox has ${maxAccounts} visitor accounts, the maximum. Accounts that are idle for ` +
        `${idleDays} days are removed: come back later, or ask its operator.`,
      { headers: { 'Retry-After': '3600' } },
    )
  }
}

interface DemoParts extends ResetParts {
  config: Config
  resetTimes: ResetTimes
  changes: ChangeFeed
  log: Log
  closing: AbortSignal
}

/** Returns the demo to its fixture every `everyMs` of real time, until the sandbox closes (`--reset-every`). */
export async function keepResetting(everyMs: number, current: () => DemoParts): Promise<void> {
  const { clock, closing } = current()
  while (!closing.aborted) {
    let next = clock.wallTime() + MINUTE_MS
    const look = async () => {
      next = await resetIfDue(everyMs, current())
    }
    await inBackground('The demo could not return to its fixture', look, current())
    // Timers are not exact over days, and end at once beyond 24 of them.
    const wait = Math.min(Math.max(next - clock.wallTime(), 0), HOUR_MS)
    await clock.pause(wait, closing)
  }
}

/** Resolves with the time of the next look, in epoch ms of real time. */
async function resetIfDue(everyMs: number, parts: DemoParts): Promise<number> {
  const { clock, config, resetTimes, changes, log } = parts
  const due = await resetTimes.claim(clock.wallTime(), everyMs)
  if ('next' in due) return due.next

  const cause: Cause = {
    operation: 'resetSandbox',
    source: 'sandbox',
    madeAt: clock.wallTime(),
  }
  const ofFixture = await restartFixture(parts, cause)
  const ofVisitors = await restartVisitors(parts, cause)
  await due.finish()
  changes.notifyAll()
  const after = await resetTimes.claim(clock.wallTime(), everyMs)
  const next = 'next' in after ? after.next : clock.wallTime()
  log.notice(
    `The demo returned to its fixture (--reset-every ${config.resetEvery}). Accounts: ${ofFixture} of the fixture, ` +
      `${ofVisitors} of visitors. Next: ${isoTime(next)}.`,
  )
  return next
}

/** Resolves with the number of accounts. Those that the operator made stay as they are. */
async function restartFixture(parts: DemoParts, cause: Cause): Promise<number> {
  const { store, accountStates, config } = parts
  const accounts = await fixtureAccounts(config.fixture, parts)
  const others = new Set<string>()
  for await (const { id, origin } of eachHead(store)) {
    if (origin !== null) others.add(id)
    else if (!accounts.some((account) => account.id === id)) await accountStates.remove(id)
  }
  // The operator may have removed one, and made another with its id.
  const own = accounts.filter(({ id }) => !others.has(id))
  await replaceAccounts(own, parts, { cause })
  return own.length
}

/** Resolves with the number of accounts. They keep their keys, and their snapshots, which hold what visitors want to keep. */
async function restartVisitors(parts: DemoParts, cause: Cause): Promise<number> {
  const { store, fixtures, clock, accountStates } = parts
  const { name, fixture } = visitorFixture(parts)
  const bySeed = new Map<number, Promise<DescribedAccount[]>>()
  let count = 0
  for await (const head of eachHead(store)) {
    if (head.origin?.made_by !== 'signup') continue
    const { seed } = head
    // The fixture is read once, as all visitors have the seed of the sandbox unless that was changed.
    const described = bySeed.get(seed) ?? fixtures.described(fixture, { now: clock.now(), seed })
    bySeed.set(seed, described)
    const [first] = await described
    if (!first) continue
    const origin = { ...head.origin, fixture: { name, account: first.id } }
    const fresh = await first.build(head.id, { withKeys: false })
    const restart = store.replace(fresh, (built, present) => {
      const history = resetHistory(present, built, { cause, name }, clock)
      return { ...built, ...kept(present), origin, history }
    })
    const isThere = await ifPresent(restart.then(() => true))
    if (!isThere) continue
    await accountStates.forget(head.id, 'resetWithOwnKeys')
    count += 1
  }
  return count
}
