import { normalize } from '../../accounts/normalize.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { type Found, isBy } from './findings.ts'
import type { TopicAnswers } from './topic-answers.ts'

/** From which brands an answer is looked at: indexes of the topic's brands. */
export type View = (found: Found) => readonly number[]

export interface Viewer {
  /** A normalized brand; without it, the own brand of the campaign, or of the account. */
  brand?: string | undefined
  /** Looks only at answers that this campaign found. */
  campaign?: Timeline | undefined
}

export function viewOf(world: World, topic: TopicAnswers, { brand, campaign }: Viewer): View {
  if (brand !== undefined) {
    const indexes = topic.indexesOf(brand)
    return () => indexes
  }
  return campaign ? campaignView(topic, campaign) : accountView(world, topic)
}

/** The brand that a campaign had when it found an answer. */
function campaignView(topic: TopicAnswers, timeline: Timeline): View {
  const indexes = new Map<string, readonly number[]>()
  return ({ by }) => {
    const brand = by.find((it) => isBy(it, timeline))?.check.phase.campaign.brand ?? ''
    let known = indexes.get(brand)
    if (!known) {
      known = topic.indexesOf(normalize(brand))
      indexes.set(brand, known)
    }
    return known
  }
}

/** The brands that were own brands of an existing campaign when an answer was found. */
function accountView(world: World, topic: TopicAnswers): View {
  const owned = topic.topic.brands.flatMap(({ name }, index) => {
    const spans = world.ownSpans(normalize(name))
    return spans.length > 0 ? [{ index, spans }] : []
  })
  return ({ moment }) =>
    owned
      .filter(({ spans }) => spans.some((it) => it.from <= moment && moment < it.until))
      .map(({ index }) => index)
}
