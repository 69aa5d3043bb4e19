import type { Account, AccountHead } from '../accounts/account.ts'
import {
  type Alert,
  type AlertInput,
  type AlertState,
  alertProblems,
  alertView,
  NARROWING_FIELDS,
} from '../accounts/alert.ts'
import { nextId } from '../accounts/identifier.ts'
import { deleteAlerts } from '../accounts/webhook.ts'
import { type Issue, invalidInput, invalidValue } from '../errors.ts'
import { findPlatform, platformProblem } from '../intelligence/answers/platforms.ts'
import type { Page } from '../schema/page.ts'
import { isoTime } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { createdAt, pageOf, requireFound, requireRoom } from './collections.ts'
import type { Operation, OperationRequest } from './operation.ts'

/** GET /alerts */
export const listAlerts: Operation<'listAlerts'> = ({ query, caller: { account }, now }) => {
  const { items, page } = pageOf(Object.values(account.alerts).reverse(), query)
  return { data: items.map((alert) => alertView(alert, now)), page }
}

/** POST /alerts */
export const createAlert: Operation<'createAlert'> = async (request) => {
  const { body, now, document } = request
  const create = (account: Account) => {
    requireRoom(Object.keys(account.alerts).length, document.subscriptions.alerts, 'alert')
    const input = checkedInput(account, {
      name: body.name,
      campaign_id: body.campaign_id,
      event: body.event,
      ...narrowingOf(body),
    })
    const at = isoTime(now)
    const id = nextId(account, 'alr')
    const created: Alert = { id, ...input, created_at: at, updated_at: at }
    account.alerts[id] = created
    return created
  }
  const alert = await request.change(create)
  return {
    data: alertView(alert, now),
    message: 'Alert created.',
    headers: createdAt(request, `/alerts/${alert.id}`),
  }
}

/** GET /alerts/{id} */
export const getAlert: Operation<'getAlert'> = ({ params, caller, now }) => ({
  data: alertView(findAlert(caller.account, params.id), now),
})

/** PUT /alerts/{id} */
export const updateAlert: Operation<'updateAlert'> = async (request) => {
  const { params, body, now } = request
  const change = (account: Account) => {
    const found = findAlert(account, params.id)
    const input = checkedInput(account, {
      name: body.name ?? found.name,
      campaign_id: body.campaign_id ?? found.campaign_id,
      event: body.event ?? found.event,
      ...narrowingOf({ ...found, ...body }),
    })
    requireSubscribers(account, found.id, input)
    for (const field of NARROWING_FIELDS) delete found[field]
    return Object.assign(found, input, { updated_at: isoTime(now) })
  }
  const alert = await request.change(change)
  return { data: alertView(alert, now), message: 'Alert updated.' }
}

/** DELETE /alerts/{id} */
export const deleteAlert: Operation<'deleteAlert'> = async (request) => {
  const { params, now } = request
  const remove = (account: AccountHead) => {
    deleteAlerts(account, [findAlert(account, params.id).id], isoTime(now))
  }
  await request.change(remove)
  return { data: { id: params.id, deleted: true }, message: 'Alert deleted.' }
}

/** GET /alerts/{id}/history */
export const listAlertHistory: Operation<'listAlertHistory'> = async (request) => {
  const { params, query, caller, events } = request
  const { limit, offset } = query as Page
  const { id, acknowledged_at } = findAlert(caller.account, params.id)
  const range = { limit, offset }
  const { items, total } = await events.events(caller.account.id, { alert_id: id }, range)
  const seenUntil = acknowledged_at ? Date.parse(acknowledged_at) : Number.NEGATIVE_INFINITY
  const data = items.map((event) => ({
    id: event.id,
    alert_id: id,
    triggered_at: isoTime(event.at),
    acknowledged: event.at <= seenUntil,
    event: { type: event.type, data: JSON.parse(event.body).data },
  }))
  return { data, page: { total, limit, offset } }
}

/** POST /alerts/{id}/acknowledge */
export const acknowledgeAlert: Operation<'acknowledgeAlert'> = async (request) => {
  const acknowledged_at = isoTime(request.now)
  return { data: await changeState(request, { acknowledged_at }), message: 'Alert acknowledged.' }
}

/** The longest snooze. */
const MAX_SNOOZE_DAYS = 366

/** POST /alerts/{id}/snooze */
export const snoozeAlert: Operation<'snoozeAlert'> = async (request) => {
  const { body, now } = request
  const until = Date.parse(body.until)
  if (!(until > now && until <= now + MAX_SNOOZE_DAYS * DAY_MS)) {
    const message = `must be after ${isoTime(now)}, the time of the account, and at most ${MAX_SNOOZE_DAYS} days later; found ${JSON.stringify(body.until)}`
    throw invalidValue('body', '/until', message, body.until)
  }
  const snoozed_until = isoTime(until)
  return {
    data: await changeState(request, { snoozed_until }),
    message: `Alert snoozed until ${snoozed_until}.`,
  }
}

/** DELETE /alerts/{id}/snooze */
export const unsnoozeAlert: Operation<'unsnoozeAlert'> = async (request) => ({
  data: await changeState(request, { snoozed_until: null }),
  message: 'Alert no longer snoozed.',
})

async function changeState(
  { params, now, change }: Pick<OperationRequest<'unsnoozeAlert'>, 'params' | 'now' | 'change'>,
  state: Partial<AlertState>,
) {
  const set = (account: AccountHead) => Object.assign(findAlert(account, params.id), state)
  const alert = await change(set)
  return alertView(alert, now)
}

function findAlert(account: Readonly<AccountHead>, id: string): Alert {
  return requireFound(account.alerts[id], 'alert', id)
}

type Narrowing = Pick<AlertInput, (typeof NARROWING_FIELDS)[number]>

/** The narrowing fields that are set; null means unset. */
function narrowingOf(fields: { [Field in keyof Narrowing]?: Narrowing[Field] | null }): Narrowing {
  const set = NARROWING_FIELDS.filter((field) => (fields[field] ?? null) !== null)
  return Object.fromEntries(set.map((field) => [field, fields[field]]))
}

/** The fields, with the platform's canonical name. Throws ApiError if they contradict each other. */
function checkedInput(account: Account, input: AlertInput): AlertInput {
  const campaign = account.campaigns.get(input.campaign_id)
  const issues: Issue[] = []
  for (const { field, message } of alertProblems(input, campaign, platformProblem)) {
    issues.push({ in: 'body', path: `/${field}`, message, value: input[field] })
  }
  if (issues.length > 0) throw invalidInput(issues)
  const platform = input.platform && findPlatform(input.platform)?.name
  return platform === undefined ? input : { ...input, platform }
}

// A webhook that names the alert without subscribing to its kind would get no events.
function requireSubscribers(account: AccountHead, id: string, { event }: AlertInput): void {
  const other = Object.values(account.webhooks).find(
    ({ alerts, events }) => alerts.includes(id) && !events.includes(event),
  )
  if (!other) return
  const message =
    `must be an event that webhook ${other.id}, which uses this alert, subscribes to ` +
    `(${other.events.join(', ')}); found "${event}"`
  throw invalidValue('body', '/event', message, event)
}
