import { Webhook } from 'standardwebhooks'
import supertest from 'supertest'
import { expect } from 'vitest'
import { CAMPAIGN, startSandbox, type TestSandbox } from './sandbox.ts'

export const SECRET = 'a secret of sixteen or more characters'

/** A sandbox whose account has a campaign and a webhook to its own receiver. */
export async function subscribed({ secret = SECRET }: { secret?: string } = {}) {
  const sandbox = await startSandbox({ fixture: 'empty' })
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const { url } = await sandbox.receiver.get()
  const webhook = await subscribe(sandbox, url, { secret })
  return { sandbox, url, webhook }
}

export async function subscribe(sandbox: TestSandbox, url: string, more: object = {}) {
  const body = { url, events: ['campaign.completed', 'ranking.changed'], ...more }
  return (await sandbox.api.post('/webhooks', { body })).body.data as { id: string; secret: string }
}

/** The received requests, once `count` of them were answered. */
export async function received(sandbox: TestSandbox, count = 1) {
  const read = async () => (await sandbox.receiver.get()).received
  await expect
    .poll(async () => (await read()).filter((each) => each.answered_status).length)
    .toBe(count)
  return read()
}

/** The newest delivery, once `count` attempts were made. */
export async function attempted(sandbox: TestSandbox, count = 1) {
  const read = async () => (await sandbox.deliveries.list({ limit: 1 }))[0]
  await expect.poll(async () => (await read())?.attempts.length).toBe(count)
  return read()
}

export function send(url: string, body: string | Buffer, headers: Record<string, string> = {}) {
  return supertest(url)
    .post('')
    .set({ 'Content-Type': 'application/json', ...headers })
    .send(body)
}

/** The headers of a sender that signs as the library does. */
export function signed(body: string, secret: string, secondsAgo = 0): Record<string, string> {
  const date = new Date(Date.now() - secondsAgo * 1000)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
    'webhook-signature': new Webhook(secret, { format: 'raw' }).sign('evt_1', date, body),
  }
}
