import type { components } from '../../../spec/generated/sandbox.ts'
import type { Account, AccountHead } from '../../accounts/account.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { newestFirst } from '../../accounts/campaign-list.ts'
import type { EventKind, ServiceEvent } from '../../accounts/event.ts'
import type { BodyOf, DataOf } from '../../control-client/operations.ts'
import { ApiError, invalidInput, invalidValue } from '../../errors.ts'
import { worldOf } from '../../intelligence/world/world.ts'
import { EventCheck } from '../../openapi/served/event-check.ts'
import { findCampaign } from '../../operations/campaigns.ts'
import { issuesOf } from '../../pipeline/validation.ts'
import { eventBody, noRoomMessage } from '../../simulation/event.ts'
import { runFirst } from '../../simulation/last-run.ts'
import { sampleEvent } from '../../simulation/sample-event.ts'
import type { Published } from '../../simulation/simulation.ts'
import type { EventFilter, StoredEvent } from '../../store/events/event-log.ts'
import { isoTime } from '../../time/clock.ts'
import { parseIsoTime } from '../../time/iso-time.ts'
import { listeningSecret } from '../../webhooks/signature.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { changeStream, eventStream } from '../streams.ts'

type Schemas = components['schemas']
type Body = BodyOf<'triggerEvent'>
type Triggered = DataOf<'triggerEvent'>['triggered'][number]

/** Limit of custom data in bytes: every webhook that receives the event keeps a copy. */
export const MAX_EVENT_DATA = 16 * 1024

/** Limit of the events of one request. */
const MAX_TRIGGERED = 100

interface Wanted {
  type: EventKind
  campaign: Campaign
  overrides: object
  /** Path of the overrides in the body. */
  path: string
}

export function eventHandlers(parts: ControlParts) {
  return {
    /** GET /_sandbox/events */
    async listEvents({ query, account }) {
      const { limit, offset, ...filter } = query
      const { id } = await account()
      const { items, total } = await parts.events.events(id, eventFilter(filter), { limit, offset })
      return { data: items.map(pastEventView), page: { total, limit, offset } }
    },

    /** POST /_sandbox/events: all of them or none, if that is not possible. */
    async triggerEvent(request) {
      const { body } = request
      const { id } = await request.account()
      const wanted = wantedOf(await parts.store.read(id), body, parts)
      const account = await afterFirstRuns(id, wanted, parts)
      const events = await eventsOf(account, wanted, parts)
      if (body.validate !== false) requireConforming(events, wanted, parts)
      const { to } = body
      const secret = to === undefined ? null : (body.secret ?? listeningSecret(account))
      const triggered: Triggered[] = []
      let withoutRoom = 0
      for (const event of events) {
        const { givenUp = 0, ...happened } = await happen(account, event, { to, secret }, parts)
        triggered.push(happened)
        withoutRoom += givenUp
      }
      const data = { ...(triggered[0] as Triggered), secret, triggered }
      return { data, ...noRoomMessage(withoutRoom) }
    },

    /** GET /_sandbox/events/stream */
    async streamEvents({ account, query, lastEventId, signal }) {
      const { id: accountId } = await account()
      const { alerts: onlyAlerts = false } = query
      return { stream: eventStream({ accountId, lastId: lastEventId, onlyAlerts }, signal, parts) }
    },

    /** GET /_sandbox/changes/stream */
    async streamChanges({ account, isOperator, signal }) {
      const { id: accountId } = await account()
      return { stream: changeStream({ accountId, isOperator }, signal, parts) }
    },
  } satisfies Partial<ControlHandlers>
}

/** An event as the control API shows it. */
function eventView({ id, type, at, campaign_id, data }: ServiceEvent): Schemas['Event'] {
  return { id, type, at: isoTime(at), campaign_id, data: { ...data } }
}

/** A past event as clients see it. */
function pastEventView({ at, alerts, body, ...event }: StoredEvent): Schemas['PastEvent'] {
  return { ...event, at: isoTime(at), alerts: [...alerts], data: JSON.parse(body).data, body }
}

/** Times in a query are texts. */
type QueryOf<Filter> = Omit<Filter, 'since' | 'until'> & {
  since?: string | undefined
  until?: string | undefined
}

/** The filter of a query, or of a body; throws an ApiError for an invalid time. */
export function eventFilter<Query extends QueryOf<EventFilter>>(
  { since, until, ...rest }: Query,
  part: 'query' | 'body' = 'query',
) {
  return { ...rest, since: timeOf('since', since, part), until: timeOf('until', until, part) }
}

function timeOf(
  name: string,
  text: string | undefined,
  part: 'query' | 'body',
): number | undefined {
  if (text === undefined) return undefined
  const time = parseIsoTime(text)
  if (time !== undefined) return time
  throw invalidValue(
    part,
    `/${name}`,
    `must be a time such as 2026-03-01T09:00:00Z or a date; found ${JSON.stringify(text)}`,
  )
}

function wantedOf(account: Readonly<Account>, body: Body, { document }: ControlParts): Wanted[] {
  const { count = 1 } = body
  // The document requires one of them.
  const sequence = body.sequence ?? [body as NonNullable<Body['sequence']>[number]]
  const total = sequence.length * count
  if (total > MAX_TRIGGERED) {
    const message = `count and sequence make ${total} events; a request can trigger ${MAX_TRIGGERED}.`
    throw new ApiError('invalid_input', message)
  }
  const wanted = sequence.map(({ type, campaign_id, data: overrides = {} }, index): Wanted => {
    requireServed(type, document)
    requireSmall(overrides)
    const path = body.sequence ? `/sequence/${index}/data` : '/data'
    return { type, campaign: campaignOf(account, campaign_id), overrides, path }
  })
  return Array.from({ length: count }, () => wanted).flat()
}

function requireServed(type: EventKind, { eventKinds, version }: ControlParts['document']): void {
  if (eventKinds.has(type)) return
  throw new ApiError(
    'invalid_input',
    `Release ${version} of the API has no event ${type} (§9). Serve a later one with --api-version.`,
  )
}

function requireSmall(overrides: object): void {
  const bytes = Buffer.byteLength(JSON.stringify(overrides))
  if (bytes <= MAX_EVENT_DATA) return
  const message = `data must have at most ${MAX_EVENT_DATA} bytes as JSON; found ${bytes}. Leave out fields that your test does not need.`
  throw new ApiError('invalid_input', message)
}

/** The account, when the campaigns have run. A paused one has not. */
async function afterFirstRuns(
  accountId: string,
  wanted: readonly Wanted[],
  { store, clock }: ControlParts,
): Promise<Readonly<Account>> {
  const account = await store.read(accountId)
  const now = clock.of(account)
  const campaigns = [...new Set(wanted.map(({ campaign }) => campaign.id))].filter((id) => {
    const { status, created_at } = findCampaign(account, id)
    if (status !== 'active' || Date.parse(created_at) > now) return false
    return worldOf(account).timeline(id)?.runs(now).last === null
  })
  if (campaigns.length === 0) return account
  const run = (draft: Account) => {
    for (const id of campaigns) runFirst(draft, id, now)
  }
  await store.update(accountId, run)
  return store.read(accountId)
}

async function eventsOf(
  account: Readonly<Account>,
  wanted: readonly Wanted[],
  { store, clock }: ControlParts,
): Promise<ServiceEvent[]> {
  // Events triggered at the same time differ by a number that survives restarts.
  const count = (draft: AccountHead) => {
    draft.sequence += wanted.length
    return draft.sequence
  }
  const last = await store.update(account.id, count)
  const at = clock.of(account)
  const turns = new Map<string, number>()
  return wanted.map(({ type, campaign, overrides }, index) => {
    const about = `${type} ${campaign.id}`
    const turn = turns.get(about) ?? 0
    turns.set(about, turn + 1)
    const number = last - wanted.length + 1 + index
    const asked = findCampaign(account, campaign.id)
    return sampleEvent(account, asked, { type, overrides, at, number, turn })
  })
}

function requireConforming(
  events: readonly ServiceEvent[],
  wanted: readonly Wanted[],
  { document }: ControlParts,
): void {
  const check = EventCheck.of(document.raw)
  const errors = events.flatMap(({ type, data }, index) =>
    check.errors(type, data).map((error) => {
      const { path } = wanted[index] as Wanted
      return { ...error, instancePath: `/requestBody${path}${error.instancePath}` }
    }),
  )
  const issues = issuesOf(errors)
  if (issues.length > 0) throw invalidInput(issues)
}

async function happen(
  account: Readonly<Account>,
  event: ServiceEvent,
  { to, secret }: { to: string | undefined; secret: string | null },
  { simulation, dispatcher }: ControlParts,
): Promise<Triggered & Partial<Published>> {
  if (to === undefined || secret === null) {
    const published = await simulation.publish(account.id, event)
    return { event: eventView(event), ...published, attempt: null }
  }
  const message = { url: to, eventId: event.id, body: eventBody(event), secrets: [secret] }
  const attempt = await dispatcher.sendOnce(account, message)
  const view = { ...attempt, at: isoTime(event.at), manual: true }
  return { event: eventView(event), deliveries: [], attempt: view }
}

function campaignOf(account: Readonly<Account>, id: string | undefined): Campaign {
  if (id !== undefined) return findCampaign(account, id)
  const [newest] = newestFirst(account)
  if (newest) return newest
  throw new ApiError(
    'unknown_resource',
    `Account ${account.id} has no campaign for an event. Create one with POST /api/campaigns.`,
  )
}
