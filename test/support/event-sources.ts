import { controlOf } from './control.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from './sandbox.ts'

export const KINDS = ['campaign.completed', 'ranking.changed', 'mention.detected'] as const

/** A sandbox with an account without campaigns, and its control plane. */
export async function startEmpty(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox({ fixture: 'empty', ...options })
  return { sandbox, control: controlOf(sandbox) }
}

/** Returns its id. */
export async function createCampaign({ api }: TestSandbox, parts: object = {}): Promise<string> {
  return (await api.post('/campaigns', { body: { ...CAMPAIGN, ...parts } })).body.data.id
}

/** A webhook for all events. */
export async function subscribe({ api }: TestSandbox, url: string, parts: object = {}) {
  const { body } = await api.post('/webhooks', { body: { url, events: KINDS, ...parts } })
  return body.data as { id: string; secret: string }
}
