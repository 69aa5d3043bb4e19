import { expect } from 'vitest'
import { type Api, CAMPAIGN } from '../sandbox.ts'

export const WEBHOOK = {
  url: 'https://app.example/hooks/monitoring',
  events: ['ranking.changed', 'mention.detected'],
}

export const createWebhook = async (api: Api, change: object = {}) => {
  const { status, body } = await api.post('/webhooks', { body: { ...WEBHOOK, ...change } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

/** An alert on rankings of a new campaign. */
export const createAlert = async (api: Api, change: object = {}) => {
  const campaign = await api.post('/campaigns', { body: CAMPAIGN })
  const campaign_id = campaign.body.data.id
  const body = { name: 'Any', campaign_id, event: 'ranking.changed', ...change }
  return (await api.post('/alerts', { body })).body.data
}

export const issuesOf = (response: { body: { error: { details: { issues: object[] } } } }) =>
  response.body.error.details.issues
