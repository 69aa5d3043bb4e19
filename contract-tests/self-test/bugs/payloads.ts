import { bugsOf, replies, repliesTo } from '../changes.ts'
import { Refusal, type World } from '../world.ts'

const KIND = 'envelope and headers'

const urls = (change: (url: string) => string | null) => (world: World) => {
  const { downloadUrl } = world
  world.downloadUrl = (campaign) => change(downloadUrl(campaign)) as string
}

const noCampaign =
  ({ status, code }: { status: number; code: string }) =>
  (world: World) => {
    replies((reply, request) => {
      if (request.operation !== 'generateReport' || !request.key) return
      if (request.query.has('campaign_id') || request.query.has('campaignId')) return
      reply.status = status
      reply.body = { success: false, error: { code, message: 'The report was not made' } }
    })(world)
  }

const csv = (change: (text: string) => string) => (world: World) => {
  repliesTo('exportCsv', (reply) => {
    if (reply.text !== undefined) reply.text = change(String(reply.text))
    else if (reply.body) reply.body.data.content = change(reply.body.data.content)
  })(world)
}

export const PAYLOADS = bugsOf(KIND, [
  [
    'logout has no data',
    repliesTo('logout', ({ body }) => {
      delete body.data
    }),
  ],
  [
    'logout has no body',
    repliesTo('logout', (reply) => {
      delete reply.body
      reply.status = 204
    }),
  ],
  [
    'logout has data: null',
    repliesTo('logout', ({ body }) => {
      body.data = null
    }),
  ],
  [
    'delete has no body',
    repliesTo('deleteCampaign', (reply) => {
      delete reply.body
      reply.status = 204
    }),
  ],
  [
    'delete has data: true',
    repliesTo('deleteCampaign', ({ body }) => {
      body.data = true
    }),
  ],
  [
    'update has data: null',
    repliesTo('updateCampaign', ({ body }) => {
      body.data = null
    }),
  ],
  ['download_url is null', urls(() => null)],
  ['download_url is a template', urls(() => 'https://files.example.com/reports/{report_id}.pdf')],
  ['download_url is a path', urls((url) => new URL(url).pathname)],
  ['download_url has a scheme and no host', urls((url) => `https:${new URL(url).pathname}`)],
  [
    'quotes in the CSV are not doubled',
    csv((text) => text.replaceAll(/(?<!,|\n|^)""(?!,|\n|$)/g, '"')),
  ],
  ['the CSV ends within a cell', csv((text) => text.trimEnd().slice(0, -2))],
  [
    'the CSV ends with a page',
    csv((text) => `${text}<!DOCTYPE html>\n<html><body>Debug</body></html>\n`),
  ],
  ['download_url has spaces', urls(() => 'https://files.example.com/my report.pdf')],
  [
    'dashboards are not in the envelope',
    repliesTo('getDashboards', (reply) => {
      reply.body = reply.body.data
    }),
  ],
  [
    'mentions are not in the envelope',
    repliesTo('getMentions', (reply) => {
      reply.body = reply.body.data
    }),
  ],
  [
    'a created campaign is said to be gzip, and is not',
    repliesTo('createCampaign', ({ headers }) => {
      headers['Content-Encoding'] = 'gzip'
    }),
  ],
  [
    'the connection is cut within the rankings',
    repliesTo('getRankings', (reply) => {
      reply.isCut = true
    }),
  ],
  [
    'mentions are no list',
    repliesTo('getMentions', ({ body }) => {
      body.data = { count: 3 }
    }),
  ],
  [
    'update answers with the list',
    repliesTo('updateCampaign', (reply) => {
      reply.text = '[]'
    }),
  ],
  [
    'a report without a campaign is a server_error',
    noCampaign({ status: 500, code: 'server_error' }),
  ],
  [
    'a report without a campaign is a failure of validation',
    noCampaign({ status: 422, code: 'validation_error' }),
  ],
  [
    'a report of an unknown format is a server_error',
    (world) => {
      const { downloadUrl } = world
      world.downloadUrl = (campaign) => {
        if (!campaign.fields.settings) throw new Refusal('server_error', 'Cannot read settings')
        return downloadUrl(campaign)
      }
    },
  ],
])
