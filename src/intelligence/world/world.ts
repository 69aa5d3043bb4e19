import { LRUCache } from 'lru-cache'
import type { Account } from '../../accounts/account.ts'
import { normalize } from '../../accounts/normalize.ts'
import type { AbortSignal } from '../../node-globals.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { AccountIndex } from './account-index.ts'
import type { Contestant } from './contestants.ts'
import { Fields } from './fields.ts'
import { group } from './group.ts'
import type { Phase } from './phases.ts'
import { Rivalry, type Topic } from './rivalry.ts'
import type { SiteStory } from './stories.ts'
import type { Timeline } from './timeline.ts'
import { timelineOf } from './timelines.ts'

/**
 * All that answers and results pages of an account are made of: its campaigns and their histories, and who competes for
 * each keyword. A newcomer never changes the place of a site that was known before, or who was named in an answer.
 */
export class World {
  readonly seed: number
  readonly #account: Pick<Account, 'campaigns' | 'past'>
  #timelines: readonly Timeline[] | undefined
  #fields: Fields | undefined
  readonly #topics = new Map<string, Topic>()
  readonly #rivalries = new Map<string, Rivalry>()
  #brands: Map<string, Phase[]> | undefined

  constructor({ seed, campaigns, past }: Pick<Account, 'seed' | 'campaigns' | 'past'>) {
    this.seed = seed
    this.#account = { campaigns, past }
  }

  timeline(campaignId: string): Timeline | undefined {
    const { campaigns, past } = this.#account
    const campaign = campaigns.get(campaignId)
    return campaign && timelineOf(campaign, past.get(campaignId))
  }

  /** The timelines of existing campaigns, newest first. */
  get timelines(): readonly Timeline[] {
    const { campaigns, past } = this.#account
    this.#timelines ??= Array.from(campaigns.values(), (campaign) =>
      timelineOf(campaign, past.get(campaign.id)),
    ).reverse()
    return this.#timelines
  }

  /** Those of deleted campaigns that the account remembers. */
  get deleted(): readonly Timeline[] {
    return this.#sites.index.deleted
  }

  /** These, made campaign by campaign. */
  async allTimelines(signal?: AbortSignal): Promise<readonly Timeline[]> {
    for (const id of this.#account.campaigns.keys()) {
      this.timeline(id)
      await yieldToEventLoop(signal)
    }
    return this.timelines
  }

  /** The stories of the campaigns about sites, by domain. */
  get stories(): ReadonlyMap<string, SiteStory> {
    return this.#sites.index.stories
  }

  /** The campaign's own site, then its rivals in the order of its competitors, each domain once. */
  field(phase: Phase): readonly Contestant[] {
    return this.#sites.of(phase)
  }

  /**
   * The sites that compete for a normalized keyword on the results page of a phase's location, device and search engine,
   * most senior first.
   */
  contestants({ page }: Pick<Phase, 'page'>, normal: string): readonly Contestant[] {
    return this.#rivalry(normal).contestants(page)
  }

  topic(normal: string): Topic {
    const topic = this.#topics.get(normal) ?? this.#rivalry(normal).topic()
    this.#topics.set(normal, topic)
    return topic
  }

  /** When a normalized brand was the own brand of an existing campaign, oldest first. */
  ownSpans(brand: string): readonly Pick<Phase, 'from' | 'until'>[] {
    this.#brands ??= group(
      this.timelines.flatMap(({ phases }) => phases),
      ({ campaign }) => [normalize(campaign.brand)],
    )
    return (this.#brands.get(brand) ?? []).toSorted((a, b) => a.from - b.from)
  }

  #rivalry(normal: string): Rivalry {
    const rivalry = this.#rivalries.get(normal) ?? new Rivalry(normal, this.#sites)
    this.#rivalries.set(normal, rivalry)
    return rivalry
  }

  get #sites(): Fields {
    this.#fields ??= new Fields(this.seed, new AccountIndex(this.#account))
    return this.#fields
  }
}

/** The timelines of campaigns that the world has. */
export function timelinesOf(world: World, campaigns: readonly { id: string }[]): Timeline[] {
  return campaigns.map(({ id }) => world.timeline(id) as Timeline)
}

/** The world of each state of the campaigns of an account, as long as somebody uses it. */
const worlds = new WeakMap<Account['campaigns'], { past: Account['past']; world: WeakRef<World> }>()

/** How many campaigns the worlds that nobody uses may have together. A campaign takes about 60 KB. */
const KEPT_CAMPAIGNS = 2_500
/** The worlds that were used last, with their numbers of campaigns. */
const latest = new LRUCache<World, number>({
  maxSize: KEPT_CAMPAIGNS,
  sizeCalculation: (campaigns) => Math.min(1 + campaigns, KEPT_CAMPAIGNS),
})

/** The world of a snapshot of an account. Those that were used last are kept. */
export function worldOf(account: Pick<Account, 'seed' | 'campaigns' | 'past'>): World {
  const { seed, campaigns, past } = account
  const known = worlds.get(campaigns)
  const present = known?.past === past ? known.world.deref() : undefined
  const world = present?.seed === seed ? present : new World(account)
  if (world !== present) worlds.set(campaigns, { past, world: new WeakRef(world) })
  if (latest.get(world) === undefined) latest.set(world, campaigns.size)
  return world
}
