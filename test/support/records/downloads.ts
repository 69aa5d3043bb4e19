import type { Api, CallOptions } from '../sandbox.ts'
import { demoCampaign } from './intelligence.ts'

/** What GET /reports/generate answers for the campaign of `demoCampaign`. */
export async function reportOf(api: Api, query: CallOptions['query'] = {}) {
  const { id: campaign_id } = await demoCampaign(api)
  const { body } = await api.get('/reports/generate', { query: { campaign_id, ...query } })
  return body.data
}

/** What GET /export/csv answers. */
export async function exportOf(
  api: Api,
  query: CallOptions['query'] = {},
  options: CallOptions = {},
) {
  return (await api.get('/export/csv', { ...options, query })).body.data
}

/** Opens a link as a browser does: without an Authorization header. */
export async function open(link: string | URL, method = 'GET') {
  const response = await fetch(link, { method })
  const bytes = Buffer.from(await response.arrayBuffer())
  const { status, headers } = response
  return { status, headers, bytes, text: bytes.toString() }
}

/** The error that a link answered with. */
export function failureOf({ text }: { text: string }) {
  return JSON.parse(text).error
}
