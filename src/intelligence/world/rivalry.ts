import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix } from '../../text/hash.ts'
import { type Kind, kindOf } from '../wording/kinds.ts'
import {
  byName,
  bySeniority,
  type Contestant,
  contestant,
  type Entry,
  entryOf,
  withStories,
} from './contestants.ts'
import { type Fields, INVENTED, kindOfPhase, sitesKey } from './fields.ts'
import { group } from './group.ts'
import { inventedBrands } from './invented-brands.ts'
import { hasKeyword } from './keywords.ts'
import type { Phase } from './phases.ts'
import type { Timeline } from './timeline.ts'

/** A keyword as the subject of prompts. */
export interface Topic {
  normal: string
  /** As the first campaign spells it. */
  keyword: string
  kind: Kind
  /** Location of the first campaign. */
  location: string
  /** Campaigns that have or had the keyword, deleted ones too, oldest first. */
  watchers: readonly Timeline[]
  /** The brands that answers can name: own brands, rivals and invented ones, the longest known first. */
  brands: readonly Contestant[]
}

/** The sites that compete for a keyword. */
export class Rivalry {
  readonly #normal: string
  readonly #watchers: readonly Timeline[]
  readonly #fields: Fields
  /** The phases that add sites, oldest first. */
  readonly #phases: readonly Phase[]
  #pages: ReadonlyMap<string, readonly Contestant[]> | undefined

  constructor(normal: string, fields: Fields) {
    this.#normal = normal
    this.#fields = fields
    this.#watchers = fields.index.watchers(normal)
    this.#phases = phasesWith(normal, this.#watchers)
  }

  /** The sites on a results page, most senior first. */
  contestants(page: string): readonly Contestant[] {
    const [only] = this.#phases
    if (this.#phases.length === 1 && only?.page === page) return this.#fields.ranked(only)
    this.#pages ??= new Map(
      Array.from(
        group(this.#phases, (phase) => [phase.page]),
        ([page, phases]) => {
          const entries = phases.flatMap((phase) => this.#fields.entries(phase))
          return [page, withStories(bySeniority(entries), phases)]
        },
      ),
    )
    return this.#pages.get(page) ?? []
  }

  topic(): Topic {
    const [normal, watchers, phases] = [this.#normal, this.#watchers, this.#phases]
    const { seed } = this.#fields
    // The oldest phase names the topic.
    const oldest = phases[0] as Phase
    const { campaign, from } = oldest
    const kind = kindOf(normal) ?? kindOfPhase(oldest)
    const hash = hashText(normal, mix(seed, 13))
    const entries: Entry[] = phases.flatMap((phase) => this.#fields.entries(phase))
    for (const brand of inventedBrands(seed, kind, hash, INVENTED)) {
      entries.push(entryOf(contestant(brand, from)))
    }
    return {
      normal,
      keyword: campaign.keywords.find((keyword) => normalize(keyword) === normal) as string,
      kind,
      location: campaign.settings?.location ?? '',
      watchers,
      brands: byName(entries),
    }
  }
}

/**
 * The phases that have a keyword, oldest first. Of unchanged campaigns without competitors that add the same sites to the same
 * page, only the oldest counts.
 */
function phasesWith(normal: string, watchers: readonly Timeline[]): Phase[] {
  const known = new Set<string>()
  const found: Phase[] = []
  for (const { campaign, history, phases } of watchers) {
    if (watchers.length > 1 && !history && !campaign.story && campaign.competitors.length === 0) {
      const key = sitesKey(phases[0] as Phase)
      if (known.has(key)) continue
      known.add(key)
    }
    found.push(...phases.filter((phase) => hasKeyword(phase, normal)))
  }
  return found.sort((a, b) => a.from - b.from || (a.campaign.id < b.campaign.id ? -1 : 1))
}
