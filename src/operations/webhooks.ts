import type { components } from '../../spec/generated/api.ts'
import type { AccountHead, Requester } from '../accounts/account.ts'
import { nextId } from '../accounts/identifier.ts'
import { namedAlertProblem, newWebhook, type Webhook } from '../accounts/webhook.ts'
import { rotatedSecrets, secretProblem } from '../accounts/webhook-secret.ts'
import { invalidValue } from '../errors.ts'
import { isoTime } from '../time/clock.ts'
import { HOUR_MS } from '../time/duration.ts'
import { type AddressConfig, addressPolicy, webhookUrlProblem } from '../webhooks/address-guard.ts'
import { makeSecret } from '../webhooks/signature.ts'
import { createdAt, pageOf, requireFound, requireRoom } from './collections.ts'
import type { Operation } from './operation.ts'

/** GET /webhooks */
export const listWebhooks: Operation<'listWebhooks'> = ({ query, caller: { account } }) => {
  const { items, page } = pageOf(Object.values(account.webhooks).reverse(), query)
  return { data: items.map(withoutSecrets), page }
}

/** POST /webhooks */
export const createWebhook: Operation<'createWebhook'> = async (request) => {
  const { body, now, document } = request
  requireReceiver(body.url, request)
  requireUsable(body.secret)
  const secret = body.secret ?? makeSecret()
  const create = (account: AccountHead) => {
    requireRoom(Object.keys(account.webhooks).length, document.subscriptions.webhooks, 'webhook')
    const created = newWebhook(nextId(account, 'whk'), body, secret, isoTime(now))
    requireAlerts(account, created)
    account.webhooks[created.id] = created
    return created
  }
  const webhook = await request.change(create)
  return {
    data: { ...withoutSecrets(webhook), secret },
    message: 'Webhook created. Its secret is shown only once.',
    headers: createdAt(request, `/webhooks/${webhook.id}`),
  }
}

/** GET /webhooks/{id} */
export const getWebhook: Operation<'getWebhook'> = ({ params, caller }) => ({
  data: withoutSecrets(findWebhook(caller.account, params.id)),
})

/** PUT /webhooks/{id} */
export const updateWebhook: Operation<'updateWebhook'> = async (request) => {
  const { params, body, now, document } = request
  if (body.url !== undefined) requireReceiver(body.url, request)
  requireUsable(body.secret)
  const made = newSecret(body)
  const change = (account: AccountHead) => {
    const found = findWebhook(account, params.id)
    const events = body.events ? [...new Set(body.events)] : found.events
    const alerts = body.alerts ? [...new Set(body.alerts)] : found.alerts
    const isChanged = body.events !== undefined || body.alerts !== undefined
    if (isChanged || body.status === 'active') requireAlerts(account, { events, alerts })

    if (body.url !== undefined && body.url !== found.url) {
      found.url = body.url
      found.failing_since = null
    }
    found.events = events
    found.alerts = alerts
    if (body.status !== undefined) setStatus(found, body.status)
    const secret = made ?? body.secret
    const overlapMs = document.subscriptions.secretOverlapHours * HOUR_MS
    if (secret !== undefined) {
      found.secrets = rotatedSecrets(found.secrets, secret, { now, overlapMs })
    }
    found.updated_at = isoTime(now)
    return found
  }
  const webhook = await request.change(change)
  const data = withoutSecrets(webhook)
  if (made === undefined) return { data, message: 'Webhook updated.' }
  const message = 'Webhook updated. Its new secret is shown only once.'
  return { data: { ...data, secret: made }, message }
}

/** DELETE /webhooks/{id} */
export const deleteWebhook: Operation<'deleteWebhook'> = async ({ params, change }) => {
  const remove = (account: AccountHead) => {
    // The dispatcher ends its pending deliveries.
    delete account.webhooks[findWebhook(account, params.id).id]
  }
  await change(remove)
  return { data: { id: params.id, deleted: true }, message: 'Webhook deleted.' }
}

function findWebhook(account: AccountHead, id: string): Webhook {
  return requireFound(account.webhooks[id], 'webhook', id)
}

/** A webhook as clients see it. The fields are named one by one, so that new fields stay internal by default. */
function withoutSecrets(webhook: Webhook): components['schemas']['Webhook'] {
  const { id, url, events, alerts, status, disabled_reason, created_at, updated_at } = webhook
  return { id, url, events, alerts, status, disabled_reason, created_at, updated_at }
}

/** The new secret, if an update asks for one. */
function newSecret(body: components['schemas']['WebhookUpdate']): string | undefined {
  if (body.rotate_secret !== true) return undefined
  if (body.secret === undefined) return makeSecret()
  const message = 'asks for a new secret, but the body has one. Leave out one of the two'
  throw invalidValue('body', '/rotate_secret', message)
}

function setStatus(webhook: Webhook, status: Webhook['status']): void {
  if (webhook.status === status) return
  webhook.status = status
  webhook.disabled_reason = null
  if (status === 'active') webhook.failing_since = null
}

function requireReceiver(
  url: string,
  { config, caller }: { config: AddressConfig; caller: Requester },
): void {
  const problem = webhookUrlProblem(url, addressPolicy(config, caller.account))
  if (problem === undefined) return
  // An issue has its field, and its message is not a sentence.
  const message = problem.replace(/^url /, '').replace(/\.$/, '')
  throw invalidValue('body', '/url', message, url)
}

function requireUsable(secret: string | undefined): void {
  const message = secret === undefined ? undefined : secretProblem(secret)
  if (message !== undefined) throw invalidValue('body', '/secret', message)
}

function requireAlerts(account: AccountHead, webhook: Pick<Webhook, 'events' | 'alerts'>): void {
  for (const [index, id] of webhook.alerts.entries()) {
    const message = namedAlertProblem(webhook, id, account.alerts[id])
    if (message !== undefined) throw invalidValue('body', `/alerts/${index}`, message, id)
  }
}
