import { Refusal, type World } from '../world.ts'
import { bugsOf, repliesTo } from './bug.ts'

const KIND = 'envelope and headers'

const urls = (change: (url: string) => string | null) => (world: World) => {
  const { downloadUrl } = world
  world.downloadUrl = (campaign) => change(downloadUrl(campaign)) as string
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
  [
    'create has the id alone as data',
    repliesTo('createCampaign', ({ body }) => {
      body.data = String(body.data?.id ?? body.data?.campaign?.id)
    }),
  ],
  ['download_url is null', urls(() => null), { styles: ['rails', 'django', 'aspnet', 'go'] }],
  ['download_url is a template', urls(() => 'https://files.example.com/reports/{report_id}.pdf')],
  ['download_url is a relative path', urls((url) => new URL(url).pathname.slice(1))],
  ['download_url is a path', urls((url) => new URL(url).pathname)],
  ['download_url has no host', urls((url) => `https://${new URL(url).pathname}`)],
  ['download_url is undefined in a text', urls(() => 'undefined/reports/undefined.pdf')],
  ['download_url is empty', urls(() => '')],
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
