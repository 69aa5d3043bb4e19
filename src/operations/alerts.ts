import type { Account } from '../accounts/account.ts'
import { type Alert, type AlertInput, alertProblems, NARROWING_FIELDS } from '../accounts/alert.ts'
import { nextId } from '../accounts/identifier.ts'
import { deleteAlerts } from '../accounts/webhook.ts'
import { findPlatform, platformProblem } from '../intelligence/platforms.ts'
import { type Issue, invalidInput } from '../invalid-input.ts'
import { isoTime } from '../time/clock.ts'
import { createdAt, pageOf, requireFound, requireRoom } from './collections.ts'
import type { Operation } from './operation.ts'

/** GET /alerts */
export const listAlerts: Operation<'listAlerts'> = ({ query, caller: { account } }) => {
  const { items, page } = pageOf(Object.values(account.alerts).reverse(), query)
  return { data: items, page }
}

/** POST /alerts */
export const createAlert: Operation<'createAlert'> = async (request, services) => {
  const { body, caller, now } = request
  const { store, document, config } = services
  const alert = await store.update(caller.account.id, (account) => {
    requireRoom(account.alerts, document.subscriptions.alerts, 'alert')
    const input = checkedInput(account, {
      name: body.name,
      campaign_id: body.campaign_id,
      event: body.event,
      ...narrowingOf(body),
    })
    const at = isoTime(now)
    const created: Alert = {
      id: nextId(account, 'alr'),
      ...input,
      created_at: at,
      updated_at: at,
    }
    account.alerts[created.id] = created
    return created
  })
  return {
    data: alert,
    message: 'Alert created.',
    headers: createdAt(request, config, `/alerts/${alert.id}`),
  }
}

/** GET /alerts/{id} */
export const getAlert: Operation<'getAlert'> = ({ params, caller }) => ({
  data: findAlert(caller.account, params.id),
})

/** PUT /alerts/{id} */
export const updateAlert: Operation<'updateAlert'> = async (request, { store }) => {
  const { params, body, caller, now } = request
  const alert = await store.update(caller.account.id, (account) => {
    const found = findAlert(account, params.id)
    const input = checkedInput(account, {
      name: body.name ?? found.name,
      campaign_id: body.campaign_id ?? found.campaign_id,
      event: body.event ?? found.event,
      ...narrowingOf({ ...found, ...body }),
    })
    requireSubscribers(account, found.id, input)
    const { id, created_at } = found
    const updated: Alert = { id, ...input, created_at, updated_at: isoTime(now) }
    account.alerts[id] = updated
    return updated
  })
  return { data: alert, message: 'Alert updated.' }
}

/** DELETE /alerts/{id} */
export const deleteAlert: Operation<'deleteAlert'> = async ({ params, caller, now }, { store }) => {
  await store.update(caller.account.id, (account) => {
    deleteAlerts(account, [findAlert(account, params.id).id], isoTime(now))
  })
  return { data: { id: params.id, deleted: true }, message: 'Alert deleted.' }
}

function findAlert(account: Account, id: string): Alert {
  return requireFound(account.alerts[id], 'alert', id)
}

type Narrowing = Pick<AlertInput, (typeof NARROWING_FIELDS)[number]>

/** The narrowing fields that are set; null is none. */
function narrowingOf(fields: { [Field in keyof Narrowing]?: Narrowing[Field] | null }): Narrowing {
  const set = NARROWING_FIELDS.filter((field) => (fields[field] ?? null) !== null)
  return Object.fromEntries(set.map((field) => [field, fields[field]]))
}

/** The fields with the platform's canonical name; throws ApiError where they don't go together. */
function checkedInput(account: Account, input: AlertInput): AlertInput {
  const campaign = account.campaigns.get(input.campaign_id)
  const issues = alertProblems(input, campaign, platformProblem).map(
    ({ field, message }): Issue => ({
      in: 'body',
      path: `/${field}`,
      message,
      value: input[field],
    }),
  )
  if (issues.length > 0) throw invalidInput(issues)
  const platform = input.platform && findPlatform(input.platform)?.name
  return platform === undefined ? input : { ...input, platform }
}

// A webhook that names the alert and does not subscribe to its kind would be left without events.
function requireSubscribers(account: Account, id: string, { event }: AlertInput): void {
  const other = Object.values(account.webhooks).find(
    ({ alerts, events }) => alerts.includes(id) && !events.includes(event),
  )
  if (!other) return
  const message =
    `must be a kind to which webhook ${other.id}, which names this alert, subscribes ` +
    `(${other.events.join(', ')}); found "${event}"`
  throw invalidInput([{ in: 'body', path: '/event', message, value: event }])
}
