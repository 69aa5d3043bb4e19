import { type Variation, variations } from '../changes.ts'
import {
  type Campaign,
  type Fields,
  type Key,
  Refusal,
  type Reply,
  type Request,
  type World,
} from '../world.ts'

/** Requests of a key in a window, and no more. */
function throttled(
  requests: number,
  windowMs: number,
  retryAfter: (msLeft: number) => string | undefined,
  isWide = false,
) {
  return (world: World) => {
    const { before } = world
    const windows = new Map<string, { end: number; count: number }>()
    world.before = (request, next) => {
      const token = isWide ? 'all' : (world.sentToken(request) ?? '')
      const now = world.now()
      let window = windows.get(token)
      if (!window || now >= window.end) {
        window = { end: now + windowMs, count: 0 }
        windows.set(token, window)
      }
      window.count += 1
      if (window.count <= requests) return before(request, next)
      request.key = world.keyFor(world.sentToken(request) ?? '', request) as Key
      const hint = retryAfter(window.end - now)
      const headers: Record<string, string> = hint === undefined ? {} : { 'Retry-After': hint }
      throw new Refusal('rate_limit_exceeded', 'Too many requests a second', { headers })
    }
  }
}

const seconds = (msLeft: number) => String(Math.max(1, Math.ceil(msLeft / 1000)))
const httpDate = (msLeft: number) => new Date(Date.now() + msLeft + 999).toUTCString()

/** Every so many requests, once. */
function sometimes(
  every: number,
  change: (reply: Reply) => void,
  is = (_request: Request) => true,
) {
  return (world: World) => {
    const { after } = world
    let count = 0
    world.after = (reply, request) => {
      after(reply, request)
      if (!is(request)) return
      count += 1
      if (count % every === 0) change(reply)
    }
  }
}

const isRead = ({ method }: Request) => method === 'GET'

const html = (status: number) => (reply: Reply) => {
  delete reply.body
  reply.status = status
  reply.text = `<html><head><title>${status} Bad Gateway</title></head><body></body></html>`
  reply.headers = { 'Content-Type': 'text/html' }
}

const unavailable = (reply: Reply) => {
  reply.status = 503
  delete reply.text
  const error = { code: 'server_error', message: 'Try again' }
  reply.body = { success: false, error }
  reply.headers['Content-Type'] = 'application/json'
}

/** Reads see a write after some time. */
function delayed(ms: number) {
  return (world: World) => {
    const versions = new Map<Campaign, { until: number; fields: Fields }>()
    const removed: { campaign: Campaign; until: number }[] = []
    const { update, remove, owned, find, show } = world
    const isVisible = (each: Campaign) => world.now() - each.createdAt > ms
    const ghosts = (key: Key) =>
      removed
        .filter(({ campaign, until }) => campaign.account === key.account && world.now() < until)
        .map(({ campaign }) => campaign)
    world.update = (campaign, fields, request) => {
      versions.set(campaign, { until: world.now() + ms, fields: campaign.fields })
      update(campaign, fields, request)
    }
    world.remove = (campaign) => {
      removed.push({ campaign, until: world.now() + ms })
      remove(campaign)
    }
    world.owned = (key) => [...owned(key).filter(isVisible), ...ghosts(key)]
    world.find = (key, id, request) => {
      const isWrite =
        request.operation === 'updateCampaign' || request.operation === 'deleteCampaign'
      const found = find(key, id, request)
      if (isWrite) return found
      if (found) return isVisible(found) ? found : undefined
      return ghosts(key).find((each) => each.id === id)
    }
    world.show = (campaign, as) => {
      const old = versions.get(campaign)
      const isOld = old && world.now() < old.until && (as === 'detail' || as === 'list')
      return isOld ? structuredClone(old.fields) : show(campaign, as)
    }
  }
}

/** The list alone shows creates and deletes after some time, as an index does. */
function listDelayed(ms: number) {
  return (world: World) => {
    const removed: { campaign: Campaign; until: number }[] = []
    const { slice, remove } = world
    world.remove = (campaign) => {
      removed.push({ campaign, until: world.now() + ms })
      remove(campaign)
    }
    world.slice = (rows, offset, size) => {
      const isOfCampaigns = rows.length > 0 && 'fields' in (rows[0] as object)
      if (!isOfCampaigns) return slice(rows, offset, size)
      const campaigns = rows as Campaign[]
      const ghosts = removed
        .filter(
          ({ campaign, until }) =>
            until > world.now() && campaign.account === campaigns[0]?.account,
        )
        .map(({ campaign }) => campaign)
      const isNew = (each: Campaign) => world.now() - each.createdAt <= ms
      const shown = [...campaigns.filter((each) => !isNew(each)), ...ghosts]
      return slice(shown, offset, size) as typeof rows
    }
  }
}

/** Lists show writes at once; requests for one campaign, also its updates and deletions, do so after some time. */
function byIdDelayed(ms: number) {
  return (world: World) => {
    const removed: { campaign: Campaign; until: number }[] = []
    const { remove, find } = world
    world.remove = (campaign) => {
      if (!removed.some((each) => each.campaign === campaign)) {
        removed.push({ campaign, until: world.now() + ms })
      }
      remove(campaign)
    }
    world.find = (key, id, request) => {
      const found = find(key, id, request)
      if (found) return world.now() - found.createdAt > ms ? found : undefined
      const isOf = (campaign: Campaign) => campaign.id === id && campaign.account === key.account
      return removed.find(({ campaign, until }) => isOf(campaign) && until > world.now())?.campaign
    }
  }
}

const header = (name: string, value: string) => (world: World) => {
  const { after } = world
  world.after = (reply, request) => {
    after(reply, request)
    reply.headers[name] = value
  }
}

const before = (change: (request: Request, next: () => Reply) => Reply) => (world: World) => {
  const { before: whole } = world
  world.before = (request, next) => change(request, () => whole(request, next))
}

export const TRANSPORT: Variation[] = [
  ...variations('throttle', [
    ['10 requests a second, Retry-After: 1', throttled(10, 1000, seconds)],
    ['30 requests a second, Retry-After: 1', throttled(30, 1000, seconds)],
    ['30 requests a second without a hint', throttled(30, 1000, () => undefined)],
    ['30 requests a second, Retry-After as a date', throttled(30, 1000, httpDate)],
    ['50 requests a second of all keys together', throttled(50, 1000, seconds, true)],
    ['20 requests in 3 seconds', throttled(20, 3000, seconds)],
  ]),
  ...variations('connection', [
    ['connections close after each response', header('Connection', 'close')],
    [
      'a connection is reset once in 40 reads',
      sometimes(
        40,
        (reply) => {
          reply.isReset = true
        },
        isRead,
      ),
    ],
    [
      'a connection is reset once in 40',
      sometimes(40, (reply) => {
        reply.isReset = true
      }),
    ],
    ['an HTML 502 once in 40 reads', sometimes(40, html(502), isRead)],
    ['an HTML 502 once in 40', sometimes(40, html(502))],
    ['an HTML 503 once in 50 reads', sometimes(50, html(503), isRead)],
    ['a 503 server_error once in 30 reads', sometimes(30, unavailable, isRead)],
    ['a 503 server_error once in 40', sometimes(40, unavailable)],
    [
      'responses take 30 ms',
      sometimes(1, (reply) => {
        reply.delayMs = 30
      }),
    ],
    [
      'one response takes 2 s',
      (world) => {
        const { after } = world
        world.after = (reply, request) => {
          after(reply, request)
          if (request.number === 20) reply.delayMs = 2000
        }
      },
    ],
    [
      'a trailing slash is redirected (308)',
      before((request, next) => {
        if (!request.path.endsWith('/') || request.path === '/') return next()
        const Location = `/api${request.path.slice(0, -1)}`
        return { status: 308, headers: { Location }, body: { success: true, data: { Location } } }
      }),
    ],
  ]),
  ...variations('consistency', [
    ['reads are 300 ms late', delayed(300)],
    ['reads are 100 ms late', delayed(100)],
    ['the list is 300 ms late', listDelayed(300)],
    ['the list is 350 ms late, 25 campaigns', listDelayed(350), { options: { seeded: 25 } }],
    ['reads are 350 ms late, 25 campaigns', delayed(350), { options: { seeded: 25 } }],
    [
      'reads are 350 ms late, five campaigns a page',
      delayed(350),
      { options: { seeded: 12, pageSize: 5 } },
    ],
    [
      'the list is 350 ms late, two campaigns a page',
      listDelayed(350),
      { options: { seeded: 3, pageSize: 2 } },
    ],
    ['writes and reads by id are 350 ms late', byIdDelayed(350)],
    ['reads are 1.5 s late', delayed(1500)],
  ]),
]
