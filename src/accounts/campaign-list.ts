import type { Steps } from '../time/steps.ts'
import type { Account } from './account.ts'
import type { Campaign } from './campaign.ts'
import { type Chunk, VersionedMap } from './versioned-map.ts'

/** Which campaigns of an account a list has; those without a value are not filtered by it. */
export interface CampaignFilter {
  type?: string | undefined
  frequency?: string | undefined
  status?: string | undefined
  /** Part of the name or of a keyword, in any case. */
  search?: string | undefined
}

/** A page of the list of campaigns, newest first. `limit` may be infinite. */
export interface CampaignQuery extends CampaignFilter {
  limit: number
  offset: number
}

/** Filters whose results are kept. */
const MOST_FILTERS = 4

// A stored state never changes, so each list of it is made once.
const versions = new WeakMap<Account['campaigns'], VersionedMap<Campaign>>()
const orders = new WeakMap<Account['campaigns'], Campaign[]>()

/** All campaigns, the one that was created last first. */
export function newestFirst({ campaigns }: Pick<Account, 'campaigns'>): Campaign[] {
  let order = orders.get(campaigns)
  if (!order) {
    order = [...campaigns.values()].reverse()
    orders.set(campaigns, order)
  }
  return order
}

export interface CampaignPage {
  items: readonly Campaign[]
  /** How many campaigns fit the query. */
  total: number
}

/** The page of an account's campaigns that fit the query. It pauses only where campaigns are searched for the first time. */
export function campaignPageSteps(
  { campaigns }: Pick<Account, 'campaigns'>,
  query: CampaignQuery,
): Steps<CampaignPage> {
  let version = versions.get(campaigns)
  if (!version) {
    version = VersionedMap.of(campaigns)
    versions.set(campaigns, version)
  }
  const filter = filterOf(query)
  return filter ? searchSteps(version, query, filter) : pageSteps(version.chunks, query, undefined)
}

/** The pages of searches of a version, the one that was found last at the end. */
const pages = new WeakMap<VersionedMap<Campaign>, Map<string, CampaignPage>>()

/** Looking at what each of thousands of chunks found takes longer than the rest of a request. */
function* searchSteps(
  version: VersionedMap<Campaign>,
  query: CampaignQuery,
  filter: Filter,
): Steps<CampaignPage> {
  const known = pages.get(version) ?? new Map<string, CampaignPage>()
  pages.set(version, known)
  const key = `${query.limit} ${query.offset} ${filter.key}`
  let page = known.get(key)
  if (!page) {
    page = yield* pageSteps(version.chunks, query, filter)
    keep(known, key, page)
  }
  return page
}

type Chunks = VersionedMap<Campaign>['chunks']

function* pageSteps(
  chunks: Chunks,
  { limit, offset }: CampaignQuery,
  filter: Filter | undefined,
): Steps<CampaignPage> {
  const items: Campaign[] = []
  let total = 0
  for (let number = chunks.length - 1; number >= 0; number--) {
    const chunk = chunks[number] as Chunk<Campaign>
    const found = filter && (yield* fittingSteps(chunk, filter))
    const size = found?.length ?? chunk.size
    const missing = limit - items.length
    const skipped = Math.max(0, offset - total)
    // Most chunks are only counted.
    if (missing > 0 && skipped < size) {
      items.push(...(found ?? newestIn(chunk)).slice(skipped, skipped + missing))
    }
    total += size
  }
  return { items, total }
}

interface Filter {
  /** Equal for equal filters. */
  key: string
  search: string | undefined
  fits(campaign: Campaign): boolean
}

/** Undefined for all campaigns. */
function filterOf({ type, frequency, status, search: given }: CampaignFilter): Filter | undefined {
  const search = given?.toLowerCase()
  if (!type && !frequency && !status && !search) return undefined
  return {
    key: JSON.stringify([type, frequency, status, search]),
    search,
    fits: (campaign) =>
      (type === undefined || campaign.type === type) &&
      (frequency === undefined || campaign.frequency === frequency) &&
      (status === undefined || campaign.status === status) &&
      (search === undefined || searchedTexts(campaign).some((text) => text.includes(search))),
  }
}

/** The results of a search in a chunk. After a change among thousands of campaigns, only one chunk is searched again. */
interface Findings {
  /** The text that `search` looks in. */
  text?: string
  /** By filter, the one that was used last at the end. */
  fitting: Map<string, readonly Campaign[]>
}

const findings = new WeakMap<Chunk<Campaign>, Findings>()

/** Newest first. */
function* fittingSteps(
  chunk: Chunk<Campaign>,
  { key, search, fits }: Filter,
): Steps<readonly Campaign[]> {
  const known: Findings = findings.get(chunk) ?? { fitting: new Map() }
  findings.set(chunk, known)
  let found = known.fitting.get(key)
  if (!found) {
    if (search !== undefined) known.text ??= newestIn(chunk).flatMap(searchedTexts).join('\n')
    // Most chunks have no match, which one search of a long text shows.
    found = known.text?.includes(search ?? '') === false ? [] : newestIn(chunk).filter(fits)
    keep(known.fitting, key, found)
    yield
  }
  return found
}

/** Adds an entry in place of the oldest one if there is no room. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  // Another request may have added it meanwhile.
  kept.delete(key)
  const [oldest] = kept.keys()
  if (kept.size >= MOST_FILTERS && oldest !== undefined) kept.delete(oldest)
  kept.set(key, value)
}

function newestIn({ values }: Chunk<Campaign>): Campaign[] {
  return values.filter((campaign) => campaign !== undefined).reverse()
}

/** The texts in which `search` looks, in lower case. */
export function searchedTexts({ name, keywords }: Pick<Campaign, 'name' | 'keywords'>): string[] {
  return [name, ...keywords].map((text) => text.toLowerCase())
}
