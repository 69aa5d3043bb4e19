import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Account } from '../accounts/account.ts'
import { inSlices } from '../time/steps.ts'
import { frozenCopy } from './account-shape.ts'
import type { FilledAccount, Origin } from './fixture-account.ts'
import type { AccountFixture } from './fixture-schema.ts'
import type { FixtureText } from './fixtures.ts'
import { isPackaged, packagedFixture } from './packaged-fixture.ts'

const MINUTE_MS = 60_000

/** The accounts that were built last of a fixture, and what they were built from. */
interface Built {
  seed: number
  now: number
  version: string
  accounts: readonly Account[]
}

/**
 * The accounts of fixtures. Times that are relative to the moment of loading count from the beginning of its
 * minute, so that within a minute a fixture gives the same accounts again: those are kept, because to build a
 * thousand campaigns takes as long as ten resets should. Only what is needed is loaded: a sandbox that starts
 * on a folder with accounts in it does without the reader of fixtures.
 */
export class FixtureLibrary {
  readonly #document: Origin['document']
  readonly #built = new Map<string, Built>()

  constructor(document: Origin['document']) {
    this.#document = document
  }

  /**
   * The accounts of a fixture, a name or a path, at `now` (epoch ms): each time with secrets of their own that
   * sign links, so that links from before a reset open nothing. Rejects with a FixtureError.
   */
  async accounts(fixture: string, { now, seed }: Pick<Origin, 'now' | 'seed'>): Promise<Account[]> {
    const minute = startOfMinute(now)
    const known = this.#built.get(fixture)
    const version = await versionOf(fixture)
    const isCurrent = known?.seed === seed && known.now === minute && known.version === version
    const built = isCurrent ? known : await this.#build(fixture, { now: minute, seed }, version)
    this.#built.set(fixture, built)
    return built.accounts.map((account) => ({
      ...beginningAt(account, now),
      linkSecret: randomBytes(32).toString('hex'),
    }))
  }

  /** The accounts that a fixture describes, to be built under other ids. Rejects with a FixtureError. */
  async described(
    fixture: string | FixtureText,
    origin: Pick<Origin, 'now' | 'seed'>,
  ): Promise<DescribedAccount[]> {
    const whole = { now: startOfMinute(origin.now), seed: origin.seed, document: this.#document }
    const [accounts, { accountSteps, hashedPasswords, withPasswords }] = await Promise.all([
      this.#written(fixture, origin.seed),
      import('./fixture-account.ts'),
    ])
    // Of one account after the other, for the reason that `hashedPasswords` has.
    let hashing: Promise<unknown> = Promise.resolve()
    return accounts.map((account) => ({
      id: account.id,
      build: async (id, { withKeys }) => {
        const passwords = hashing.then(() => hashedPasswords({ ...account, id }, origin))
        hashing = passwords
        const filled = await filledOut(account, origin.seed)
        const keys = withKeys ? (account.keys ?? []) : []
        const built = await inSlices(accountSteps({ ...filled, id, keys }, whole))
        return beginningAt(withPasswords(built, await passwords), origin.now)
      },
    }))
  }

  async #build(
    fixture: string,
    origin: Pick<Origin, 'now' | 'seed'>,
    version: string,
  ): Promise<Built> {
    const described = await this.described(fixture, origin)
    // Together: their passwords are hashed on other threads while campaigns are built.
    const accounts = await Promise.all(
      described.map(async ({ id, build }) => frozenCopy(await build(id, { withKeys: true }))),
    )
    return { ...origin, version, accounts }
  }

  /** The accounts as they are written, those of the package with their campaigns. */
  async #written(fixture: string | FixtureText, seed: number): Promise<AccountFixture[]> {
    const isText = typeof fixture !== 'string'
    const packaged = isText
      ? undefined
      : packagedFixture(fixture, { seed, document: this.#document })
    if (packaged) return packaged.accounts
    const { parseFixture, readFixture } = await import('./fixtures.ts')
    return parseFixture(isText ? fixture : readFixture(fixture), this.#document)
  }
}

/** An account of a fixture, of which accounts with any id can be built. */
export interface DescribedAccount {
  id: string
  /** `withKeys`: a token opens one account only, so all but one have to do without those of the fixture. */
  build(id: string, options: { withKeys: boolean }): Promise<Account>
}

async function filledOut(account: AccountFixture, seed: number): Promise<FilledAccount> {
  if (account.generate_campaigns === undefined) return account
  const { fillerSteps } = await import('./filler-campaigns.ts')
  return inSlices(fillerSteps(account, seed))
}

/**
 * What would have run since the beginning of the minute is no news to anybody, and what ran before is history
 * that nobody was sent: a listener that comes back to an account made anew is not told of it.
 */
function beginningAt(account: Account, now: number): Account {
  return { ...account, simulated_until: now, clock: { ...account.clock, unbrokenSince: now } }
}

/** Changes whenever the file of a fixture does; those of the package stay as they are. */
async function versionOf(fixture: string): Promise<string> {
  if (isPackaged(fixture)) return ''
  const { locateFixture } = await import('./fixtures.ts')
  const { mtimeMs, size } = statSync(locateFixture(fixture))
  return `${mtimeMs} ${size}`
}

function startOfMinute(time: number): number {
  return time - (time % MINUTE_MS)
}
