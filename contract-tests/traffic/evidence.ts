import { shownCampaigns } from '../evidence/campaigns.ts'
import { Evidence } from '../evidence/evidence.ts'
import { READS } from '../evidence/steps.ts'
import { VARIABLES } from '../http/credentials.ts'
import type { Exchange } from '../http/exchange.ts'
import { isObject, succeeded } from '../http/reading.ts'
import { parsedJson } from '../http/response.ts'
import type { Settings, Tokens } from '../http/settings.ts'
import { saysJson, sentBody } from './bodies.ts'
import { AcceptedBodies, longestName, triedByBody } from './experiments.ts'
import { recordFilters } from './filters.ts'
import { keysOf } from './keys.ts'
import type { Observed } from './observed.ts'
import { recordPages, type WritesAround } from './pages.ts'
import { type Route, routeOf } from './routes.ts'
import { firstSegment, type Known, plainRead, triedBy } from './situations.ts'
import { isAlive, partialUpdatesOf, type Story, storiesOf } from './stories.ts'
import { transientsOf } from './transients.ts'

/** Settings of traffic: keys are inferred where none is given. */
export type TrafficSettings = Omit<Settings, 'tokens'> & { tokens: Partial<Tokens> }

/** An exchange with its place in the API. */
interface Placed {
  exchange: Exchange
  route: Route
  writesBefore: number | undefined
}

/**
 * The traffic of apps as evidence. An app has no journey: the situations that a run makes on purpose are recognised
 * where they came up. What may have had another reason is left out.
 */
export function evidenceOf(observed: readonly Observed[], settings: TrafficSettings): Evidence {
  const placed = placedOf(observed, settings.baseUrl)
  const keys = keysOf(
    placed.map(({ exchange }) => exchange),
    settings.tokens,
  )
  const exchanges: Exchange[] = []
  for (const each of placed) {
    each.exchange.credential = keys.credentialOf(each.exchange)
    exchanges.push(each.exchange)
  }
  for (const [exchange, transient] of transientsOf(exchanges)) exchange.transient = transient
  for (const exchange of exchanges) {
    hideKey(exchange)
    hideOthers(exchange, keys.others)
  }
  const evidence = new Evidence({ ...settings, tokens: keys.tokens }, exchanges, true)
  const steady = placed.filter(({ exchange }) => exchange.transient === undefined)
  recordReads(evidence)
  noteAll(evidence, steady)
  return evidence
}

/** Copies of the upstream's answers below the API root, in the order of the requests. */
function placedOf(observed: readonly Observed[], baseUrl: string): Placed[] {
  return observed
    .filter(({ source }) => source === 'upstream')
    .toSorted((one, other) => one.startedAt - other.startedAt)
    .flatMap(({ id: _, source: __, at: ___, writesBefore, ...own }) => {
      const route = routeOf(own, baseUrl)
      if (!route) return []
      const { operation: ____, ...rest } = own
      const { operation } = route
      const exchange = { ...rest, ...(operation && { operation }) }
      return [{ exchange, route, writesBefore }]
    })
}

/** A variable in place of the key, as a run has it. */
function hideKey(exchange: Exchange): void {
  const { authorization } = exchange.requestHeaders
  if (authorization === undefined) return
  const name = VARIABLES[exchange.credential as keyof Tokens] ?? 'SVC_TOKEN'
  exchange.requestHeaders = { ...exchange.requestHeaders, authorization: `Bearer $${name}` }
}

/** A shorter text is no key, and part of many words. */
const SHORTEST_KEY = 6

/** Texts without the keys of other people, which the settings do not have. A server may repeat them anywhere. */
function hideOthers(exchange: Exchange, keys: readonly string[]): void {
  const { url, requestBody, response } = exchange
  for (const key of keys.filter(({ length }) => length >= SHORTEST_KEY)) {
    const hidden = (text: string) => text.replaceAll(key, '<another key>')
    if (url.includes(key)) exchange.url = hidden(exchange.url)
    if (requestBody?.includes(key)) exchange.requestBody = hidden(exchange.requestBody ?? '')
    if (!response?.text.includes(key)) continue
    const text = hidden(exchange.response?.text ?? '')
    exchange.response = { ...response, text, json: parsedJson(text) }
  }
}

/** The first success of each operation, as the reads of a run. A refusal may have been right. */
function recordReads(evidence: Evidence): void {
  const own = evidence.of('main').filter(succeeded)
  for (const operation of READS) {
    const exchange = own.find((each) => each.operation === operation)
    if (exchange) evidence.record(operation, exchange)
    else evidence.skip(operation, NOT_SHOWN)
  }
}

const NOT_SHOWN = 'no request of the traffic showed it'

function noteAll(evidence: Evidence, placed: readonly Placed[]): void {
  const all = placed.map(({ exchange }) => exchange)
  const onCampaign = placed.flatMap(({ exchange, route: { id } }) =>
    id === undefined ? [] : [{ exchange, id }],
  )
  const stories = storiesOf(all, onCampaign)
  const known = knownFrom(placed, stories)
  const writes = all.filter(isWrite)
  const own = writes.filter(({ credential }) => credential === 'main')
  const accepted = new AcceptedBodies(own)
  const members = shownMembers(all)
  for (const { exchange, route } of placed) {
    for (const situation of triedBy(exchange, route, known)) evidence.note(situation, exchange)
  }
  for (const exchange of own.filter(saysJson)) {
    for (const situation of triedByBody(exchange, accepted, members)) {
      evidence.note(situation, exchange)
    }
  }
  const longest = longestName(own)
  if (longest) evidence.note(`name of ${longest.length}`, longest.exchange)
  for (const story of stories.values()) {
    evidence.partialUpdates.push(...partialUpdatesOf(story))
  }
  evidence.ownTexts.push(...textsOf(own))
  const around = writesAround(placed, writes.filter(succeeded))
  recordFilters(evidence, around)
  const list = recordPages(evidence, around)
  if (list) evidence.listed = listedIn(list, stories)
}

const isWrite = ({ operation }: Exchange) =>
  ['createCampaign', 'updateCampaign', 'deleteCampaign'].includes(operation ?? '')

function knownFrom(placed: readonly Placed[], stories: ReadonlyMap<string, Story>): Known {
  const others = placed.filter(({ exchange, route }) => !route.isKnownPath && succeeded(exchange))
  const reads = placed.filter(({ exchange }) => {
    return exchange.credential === 'main' && exchange.method === 'GET' && succeeded(exchange)
  })
  const ofCampaigns = reads.filter(({ exchange }) => exchange.operation === 'getCampaign')
  return {
    stories,
    ids: [...stories.values()].filter(({ shownAt }) => shownAt !== undefined).map(({ id }) => id),
    otherPaths: new Set(others.map(({ route }) => firstSegment(route.path))),
    readIds: new Set(ofCampaigns.map(({ route }) => route.id ?? '')),
    reads: new Set(reads.map(({ route }) => plainRead(route))),
  }
}

/** Names of the members of campaigns as the server shows them. */
function shownMembers(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(exchanges.flatMap(shownCampaigns).flatMap((campaign) => Object.keys(campaign)))
}

/** A shorter text is part of many words. */
const SHORTEST_TEXT = 4

/** Names and keywords that clients sent. */
function textsOf(writes: readonly Exchange[]): Set<string> {
  const bodies = writes.map(sentBody).filter(isObject)
  const texts = bodies.flatMap(({ name, keywords }) => [
    name,
    ...(Array.isArray(keywords) ? keywords : []),
  ])
  const own = texts.filter((text) => typeof text === 'string' && text.length >= SHORTEST_TEXT)
  return new Set(own as string[])
}

/** When writes of campaigns began and ended, and how many were carried out before an exchange. */
function writesAround(placed: readonly Placed[], writes: readonly Exchange[]): WritesAround {
  const before = new Map(placed.map(({ exchange, writesBefore }) => [exchange, writesBefore]))
  return { writes, before: (exchange) => before.get(exchange) }
}

/** Campaigns that apps created, and that a list should show. */
function listedIn(list: Exchange, stories: ReadonlyMap<string, Story>): string[] {
  return [...stories.values()]
    .filter((story) => story.create !== undefined && isAlive(story, list.startedAt))
    .map(({ id }) => id)
}
