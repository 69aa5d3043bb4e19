import type { Story } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { hashText } from '../../text/hash.ts'
import type { Brand } from './invented-brands.ts'
import type { Phase } from './phases.ts'
import { siteOf } from './timelines.ts'

/** A site or brand that competes for a keyword, and for how long it is known by this name. */
export interface Contestant extends Brand {
  /** Epoch milliseconds, `until` exclusive; Infinity for one that is still known. */
  since: number
  until: number
  /** Hash of the domain; the same in all contexts. */
  hash: number
  /** On a results page: the story of the site, if a campaign with one watches it there. */
  story: Story | undefined
  /** The phase that listed it first; invented brands of a topic have none. */
  listed: Phase | undefined
}

/** A contestant in one state of a campaign. */
export interface Entry extends Contestant {
  isOwn: boolean
}

export function contestant({ name, domain }: Brand, since: number, listed?: Phase): Contestant {
  const hash = hashText(domain, 15)
  const until = Number.POSITIVE_INFINITY
  return { name, domain, since, until, hash, story: undefined, listed }
}

/** The same, known for another time. */
function knownFor({ name, domain, hash, story, listed }: Contestant, since: number, until: number) {
  return { name, domain, since, until, hash, story, listed }
}

/** An own site until `ownUntil`, or a rival. */
export function entryOf(site: Contestant, ownUntil?: number): Entry {
  const { name, domain, since, until, hash, story, listed } = site
  const isOwn = ownUntil !== undefined
  return { name, domain, since, until: ownUntil ?? until, hash, story, listed, isOwn }
}

/**
 * Each domain once, since it was first known. Own sites go before rivals that are known as long, and these by hash, so
 * that the order in which competitors are listed has no effect.
 */
export function bySeniority(entries: readonly Entry[]): Contestant[] {
  const first = new Map<string, Entry>()
  for (const each of entries) {
    const known = first.get(each.domain)
    if (!known || bySince(each, known) < 0) first.set(each.domain, each)
  }
  return [...first.values()]
    .sort(
      (a, b) => bySince(a, b) || (a.hash >>> 0) - (b.hash >>> 0) || (a.domain < b.domain ? -1 : 1),
    )
    .map((each) => knownFor(each, each.since, Number.POSITIVE_INFINITY))
}

/** The longest known first. Of entries that are known as long, own sites go first. */
function bySince(a: Entry, b: Entry): number {
  return a.since - b.since || Number(b.isOwn) - Number(a.isOwn)
}

/** Like `bySeniority`, with an entry for each time in which a domain had a name. */
export function byName(entries: readonly Entry[]): Contestant[] {
  const owned = new Set(entries.filter(({ isOwn }) => isOwn).map(({ domain }) => domain))
  const names = bySeniority(entries).flatMap((site) => {
    if (!owned.has(site.domain)) return site
    return namesOf(entries.filter(({ domain }) => domain === site.domain))
  })
  return withoutNamesakes(names)
}

/** The names of a domain that a campaign has: the one by which rivals list it until it has a campaign, then its brands. */
function namesOf(entries: readonly Entry[]): Contestant[] {
  const sorted = entries.toSorted((a, b) => a.since - b.since)
  const own = sorted.filter(({ isOwn }) => isOwn)
  const ends = latestEnds(own)
  const spans = own.map((each) => knownFor(each, each.since, endOf(each, own, ends)))
  const begun = own[0]?.since ?? Number.POSITIVE_INFINITY
  const listed = sorted.find(({ isOwn, since }) => !isOwn && since < begun)
  if (listed) spans.unshift(knownFor(listed, listed.since, begun))
  return joined(spans)
}

/** A name that no campaign has any more is known until the next one begins. `own` is sorted by `since`. */
function endOf({ until }: Contestant, own: readonly Contestant[], ends: readonly number[]): number {
  if (until === Number.POSITIVE_INFINITY) return until
  // Thousands of campaigns may share a site: the last one that began by then is searched by halves.
  let [low, high] = [0, own.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((own[middle] as Contestant).since <= until) low = middle + 1
    else high = middle
  }
  const isCovered = low > 0 && (ends[low - 1] as number) > until
  return isCovered ? until : (own[low]?.since ?? Number.POSITIVE_INFINITY)
}

/** The latest `until` of each entry and those before it. */
function latestEnds(own: readonly Contestant[]): number[] {
  let latest = Number.NEGATIVE_INFINITY
  return own.map(({ until }) => {
    latest = Math.max(latest, until)
    return latest
  })
}

/** Spans of one name that overlap or follow each other become one. */
function joined(spans: readonly Contestant[]): Contestant[] {
  const names: Contestant[] = []
  for (const span of spans) {
    const last = names.findLast(({ name }) => name === span.name)
    if (last && span.since <= last.until) last.until = Math.max(last.until, span.until)
    else names.push(span)
  }
  return names
}

/** Answers know brands by name: of two sites with one name, the one that had it first, as long as it has it. */
function withoutNamesakes(contestants: readonly Contestant[]): Contestant[] {
  const known = new Map<string, Contestant[]>()
  for (const each of contestants) {
    const name = normalize(each.name)
    const namesakes = known.get(name)
    if (namesakes) namesakes.push(each)
    else known.set(name, [each])
  }
  if (known.size < contestants.length) for (const namesakes of known.values()) giveTurns(namesakes)
  return contestants.filter(({ since, until }) => since < until)
}

/** Sites with the same name: each has it when the others that had it before have it no more. */
function giveTurns(namesakes: readonly Contestant[]): void {
  const sorted = namesakes.toSorted((a, b) => a.since - b.since)
  const begins = sorted.map(({ domain, since }, n) => {
    const taken = sorted.slice(0, n).filter((other) => other.domain !== domain)
    return Math.max(since, ...taken.map(({ until }) => until))
  })
  for (const [n, each] of sorted.entries()) each.since = begins[n] as number
}

/** A story belongs to its site, so it also applies where rivals list the site. */
export function withStories(sites: Contestant[], phases: readonly Phase[]): Contestant[] {
  const stories = new Map<string, Story>()
  // Newest first, so that the oldest story of a site replaces the others.
  for (const { campaign } of phases.toReversed()) {
    if (campaign.story) stories.set(siteOf(campaign), campaign.story)
  }
  for (const site of sites) site.story = stories.get(site.domain)
  return sites
}
