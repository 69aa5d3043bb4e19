import { differences } from '../evidence/campaigns.ts'
import type { CampaignBody, PartialUpdate } from '../evidence/evidence.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  campaignOf,
  campaignsOf,
  errorCode,
  isObject,
  type Json,
  refused,
  succeeded,
} from '../http/reading.ts'
import { idIn } from '../journey/runner.ts'
import { lacksSettings, sentBody } from './bodies.ts'

/** A campaign as an answer showed it, and when. */
interface Shown {
  campaign: Json
  at: number
}

/** The traffic of one campaign. */
export interface Story {
  id: string
  create?: Exchange
  /** The body that created it. */
  body?: Json
  /** Requests that name its id, in their order. */
  requests: Exchange[]
  /** It as lists showed it. */
  rows: Shown[]
  /** When an answer showed it for the first time, and when its deletion was answered. */
  shownAt?: number
  deletedAt?: number
}

/** An exchange of a campaign, with the id of its path. */
export interface OnCampaign {
  exchange: Exchange
  id: string
}

/** The campaigns of the traffic by their ids. */
export function storiesOf(
  exchanges: readonly Exchange[],
  onCampaign: readonly OnCampaign[],
): Map<string, Story> {
  const stories = new Map<string, Story>()
  const storyOf = (id: string): Story => {
    const story = stories.get(id) ?? { id, requests: [], rows: [] }
    stories.set(id, story)
    return story
  }
  const note = (id: string | undefined, { endedAt }: Exchange) => {
    if (id === undefined) return
    const story = storyOf(id)
    story.shownAt = Math.min(story.shownAt ?? endedAt, endedAt)
  }
  for (const exchange of exchanges.filter(succeeded)) {
    if (exchange.operation === 'listCampaigns') {
      for (const row of campaignsOf(exchange) ?? []) {
        const id = idIn(row)
        note(id, exchange)
        if (id !== undefined) storyOf(id).rows.push({ campaign: row, at: exchange.endedAt })
      }
    }
    if (exchange.operation !== 'createCampaign') continue
    const id = idIn(campaignOf(exchange))
    note(id, exchange)
    const body = sentBody(exchange)
    if (id !== undefined) {
      Object.assign(storyOf(id), { create: exchange, ...(isObject(body) && { body }) })
    }
  }
  for (const { exchange, id } of onCampaign) {
    const story = storyOf(id)
    story.requests.push(exchange)
    if (!succeeded(exchange)) continue
    note(id, exchange)
    if (exchange.operation === 'deleteCampaign') story.deletedAt ??= exchange.endedAt
  }
  return stories
}

/** Whether the service may have a campaign at a time: it was shown before, and not deleted. */
export function isAlive({ shownAt, deletedAt }: Story, at: number): boolean {
  return shownAt !== undefined && shownAt <= at && (deletedAt === undefined || deletedAt > at)
}

/** Updates of a part of a campaign, with what was shown before and after, if no other write came between. */
export function partialUpdatesOf(story: Story): PartialUpdate[] {
  return story.requests
    .filter(({ operation }) => operation === 'updateCampaign')
    .flatMap((update) => {
      const part = partOf(sentBody(update))
      if (part === undefined || update.credential !== 'main') return []
      // Refused for its body, and not because the campaign is gone.
      if (refused(update) && errorCode(update) !== 'invalid_request') return []
      const before = shownBefore(story, update, part)
      const read = succeeded(update) ? readAfter(story, update) : undefined
      return [{ part, update, before, read }]
    })
}

function partOf(body: unknown): PartialUpdate['part'] | undefined {
  if (!isObject(body)) return undefined
  const isName = Object.keys(body).join() === 'name' && typeof body.name === 'string'
  if (isName && body.name !== '') return 'the name'
  return lacksSettings(body) ? 'all but settings' : undefined
}

const isWrite = ({ operation }: Exchange) =>
  operation === 'updateCampaign' || operation === 'deleteCampaign'

/** The first read after an update that shows it. */
function readAfter({ requests }: Story, update: Exchange): Exchange | undefined {
  const sent = sentBody(update) as Partial<CampaignBody>
  const next = requests.find(
    (each) => each !== update && isWrite(each) && each.endedAt > update.startedAt,
  )
  return requests.find((each) => {
    if (each.operation !== 'getCampaign' || each.startedAt < update.endedAt) return false
    if (next && each.endedAt > next.startedAt) return false
    const shown = succeeded(each) ? campaignOf(each) : undefined
    return shown !== undefined && shown.name !== undefined && differences(shown, sent).length === 0
  })
}

/** The campaign as an answer showed it before, if no other write can have removed the member that matters since. */
function shownBefore(
  { create, requests, rows }: Story,
  update: Exchange,
  part: PartialUpdate['part'],
): Json | undefined {
  const member = part === 'the name' ? 'keywords' : 'settings'
  const isEarlier = (each: Exchange) =>
    each !== update && each.endedAt <= update.startedAt && succeeded(each)
  const answers = [...(create ? [create] : []), ...requests].filter(isEarlier)
  const ofAnswers = answers.flatMap((exchange) => {
    const campaign =
      exchange.operation === 'getCampaignAnalytics' ? undefined : campaignOf(exchange)
    return campaign ? [{ campaign, at: exchange.endedAt }] : []
  })
  const ofLists = rows.filter(({ at }) => at <= update.startedAt)
  const shown = [...ofAnswers, ...ofLists]
    .filter(({ campaign }) => campaign[member] !== undefined && campaign[member] !== null)
    .toSorted((one, other) => other.at - one.at)[0]
  const writes = answers.filter(isWrite)
  const isKept = (write: Exchange) => Object.hasOwn((sentBody(write) ?? {}) as Json, member)
  const keptAt = Math.max(shown?.at ?? 0, ...writes.filter(isKept).map(({ endedAt }) => endedAt))
  const isLost = writes.some((write) => !isKept(write) && write.endedAt > keptAt)
  return isLost ? undefined : shown?.campaign
}
