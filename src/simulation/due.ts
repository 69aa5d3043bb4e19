import type { Account } from '../accounts/account.ts'
import type { Campaign, LastRun } from '../accounts/campaign.ts'
import { type Chunk, VersionedMap } from '../accounts/versioned-map.ts'
import { firstRun, runAfter } from '../intelligence/world/schedule.ts'
import { type DueRun, lastRunOf } from './last-run.ts'

// The times follow from the snapshot alone: most ticks of the scheduler see a known one.
const known = new WeakMap<Account, number | undefined>()

/** The time of the account's next run, epoch milliseconds of its clock; undefined if there is none. */
export function nextRun(account: Readonly<Account>): number | undefined {
  if (!known.has(account)) known.set(account, earliestRun(account))
  return known.get(account)
}

function earliestRun(account: Account): number | undefined {
  const { simulated_until } = account
  if (simulated_until === null) return undefined
  const earliest = earliestRuns(account, simulated_until).reduce((a, b) => Math.min(a, b), NEVER)
  return earliest === NEVER ? undefined : earliest
}

const NEVER = Number.POSITIVE_INFINITY

/** The next run of each chunk of campaigns, as of a state of their account. */
interface Schedule {
  chunks: readonly Chunk<Campaign>[]
  lastRuns: VersionedMap<LastRun>
  /** Its `simulated_until`. */
  until: number
  times: readonly number[]
}

// By lineage of the campaigns: a change among thousands leaves one chunk to look through.
const schedules = new WeakMap<object, Schedule>()

/** The next run of each chunk of campaigns, epoch milliseconds; infinite for none. */
function earliestRuns(account: Account, until: number): readonly number[] {
  const campaigns = VersionedMap.of(account.campaigns)
  const lastRuns = VersionedMap.of(account.lastRuns)
  const { chunks, lineage } = campaigns
  const before = schedules.get(lineage)
  const earlier = before && before.until <= until ? before : undefined
  const ran = earlier ? [...lastRuns.idsSince(earlier.lastRuns)] : []
  const changed = new Set(ran.map((id) => campaigns.chunkOf(id)))
  const times = chunks.map((chunk, number) => {
    const known = earlier?.times[number] ?? until
    const isSame = chunk === earlier?.chunks[number] && !changed.has(number)
    return isSame && known > until ? known : earliestIn(chunk, account, until)
  })
  schedules.set(lineage, { chunks, lastRuns, until, times })
  return times
}

function earliestIn({ values }: Chunk<Campaign>, account: Account, until: number): number {
  let earliest = NEVER
  for (const campaign of values) {
    if (!campaign) continue
    const { at: last, changed = until } = lastRunOf(account, campaign)
    earliest = Math.min(earliest, runAfter(campaign, last, Math.max(until, changed)) ?? NEVER)
  }
  return earliest
}

/** The runs of an account after `from`, up to and including `to`, in order. */
export function dueRuns(account: Readonly<Account>, from: number, to: number): DueRun[] {
  const { simulated_until: until } = account
  const times = until !== null && until <= from ? earliestRuns(account, until) : []
  const due: DueRun[] = []
  for (const [number, { values }] of VersionedMap.of(account.campaigns).chunks.entries()) {
    if ((times[number] ?? from) > to) continue
    for (const campaign of values) {
      if (!campaign) continue
      let last: LastRun = lastRunOf(account, campaign)
      let at = runAfter(campaign, last.at, Math.max(from, last.changed ?? from))
      while (at !== undefined && at <= to) {
        due.push({ campaign, at, last })
        last = { at }
        at = runAfter(campaign, at, at)
      }
    }
  }
  return due.sort((a, b) => a.at - b.at)
}

/** Hands out the runs after `from`, up to and including `until`, while campaigns may come, change and go. */
export class Agenda {
  #done: number
  readonly #until: number
  /** The campaigns and their pasts that the runs follow from. */
  #seen: Pick<Account, 'campaigns' | 'past'> | undefined
  /** Later campaigns, which make no difference. */
  #latest: Account['campaigns'] | undefined
  #runs: DueRun[] = []
  #next = 0

  constructor(from: number, until: number) {
    this.#done = from
    this.#until = until
  }

  /** The number of runs that were due since campaigns changed last. */
  get size(): number {
    return this.#runs.length
  }

  /**
   * The account's next runs, to be recorded together: about `most`, each of another campaign, within `ms`, and all that are
   * due at the same time. A crash between records of the same time would lose a run or repeat one. Empty if no more are
   * due. `account` has recorded the runs that were finished before its campaigns changed.
   */
  next(account: Readonly<Account>, most: number, ms = Number.POSITIVE_INFINITY): DueRun[] {
    if (this.isOutdated(account)) {
      this.#seen = account
      this.#latest = account.campaigns
      this.#runs = dueRuns(account, this.#done, this.#until)
      this.#next = 0
    }
    const runs: DueRun[] = []
    const campaigns = new Set<string>()
    for (let index = this.#next; index < this.#runs.length; index++) {
      const run = this.#runs[index] as DueRun
      const isLater = run.at !== runs.at(-1)?.at
      const isFull = runs.length >= most || run.at > (runs[0]?.at ?? run.at) + ms
      if (isLater && (isFull || campaigns.has(run.campaign.id))) break
      runs.push(run)
      campaigns.add(run.campaign.id)
    }
    return runs
  }

  /** Whether campaigns with runs have changed since the last call of `next`. */
  isOutdated({ campaigns, past }: Readonly<Account>): boolean {
    const [seen, latest] = [this.#seen, this.#latest]
    if (!seen || !latest || past !== seen.past) return true
    if (campaigns === seen.campaigns || campaigns === latest) return false
    for (const id of VersionedMap.of(campaigns).idsSince(latest)) {
      const campaign = campaigns.get(id)
      const isNew = campaign !== undefined && !latest.has(id)
      if (!isNew || firstRun(campaign) <= this.#until) return true
    }
    this.#latest = campaigns
    return false
  }

  /**
   * The account with the campaigns that its runs follow from. Without it, each campaign that is created meanwhile would
   * have the world of all campaigns made again; a newcomer never changes what others found before it.
   */
  seen(account: Readonly<Account>): Readonly<Account> {
    const { campaigns = account.campaigns, past = account.past } = this.#seen ?? {}
    return campaigns === account.campaigns ? account : { ...account, campaigns, past }
  }

  /** Marks the runs that `next` returned as finished. */
  finish(runs: readonly DueRun[]): void {
    this.#next += runs.length
    this.#done = runs.at(-1)?.at ?? this.#done
  }
}
