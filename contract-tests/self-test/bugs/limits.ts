import { bugsOf, FEW_KEYS, repliesTo, tally } from '../changes.ts'
import { type Key, Refusal, TOKENS, type World } from '../world.ts'

const KIND = 'limits'

function quotas(
  change: (quota: ReturnType<World['quota']>, key: Key, world: World) => ReturnType<World['quota']>,
) {
  return (world: World) => {
    const { quota } = world
    world.quota = (key, request) => change(quota(key, request), key, world)
  }
}

export const LIMITS = [
  ...bugsOf(KIND, [
    [
      'the limit of another plan is in the headers',
      (world) => {
        repliesTo('verifyToken', ({ body }) => {
          body.data.rate_limit.limit = 100
        })(world)
      },
    ],
    ['the limit sinks', quotas((quota) => ({ ...quota, limit: quota.remaining }))],
    [
      "verify's remaining is that of the day",
      repliesTo('verifyToken', ({ body }) => {
        body.data.rate_limit.remaining = body.data.rate_limit.limit
      }),
    ],
    [
      "verify's remaining is stale",
      (world) => {
        const first = new Map<string, number>()
        repliesTo('verifyToken', ({ body }) => {
          const { key_id, rate_limit } = body.data
          if (!first.has(key_id)) first.set(key_id, rate_limit.remaining)
          rate_limit.remaining = first.get(key_id)
        })(world)
      },
    ],
    [
      "verify's figures are those of the main key",
      (world) => {
        repliesTo('verifyToken', ({ body }) => {
          const key = world.keys.find(({ token }) => token === TOKENS.main) as Key
          body.data.rate_limit = { limit: key.limit, remaining: Math.floor(key.limit - key.used) }
        })(world)
      },
    ],
    [
      "verify's remaining is more than its limit",
      repliesTo('verifyToken', ({ body }) => {
        body.data.rate_limit.remaining = body.data.rate_limit.limit + 1
      }),
    ],
    [
      'headers are those of the request before',
      (world) => {
        const { quota } = world
        let last: Key | undefined
        world.quota = (key, request) => {
          const shown = last ?? key
          if (request.operation !== 'verifyToken') last = key
          return quota(shown, request)
        }
      },
    ],
    [
      'each request counts twice',
      (world) => {
        const { count } = world
        world.count = (key, request) =>
          count(key, request) && (key.limit < 10 || count(key, request))
      },
    ],
    [
      'reads of campaigns are not counted',
      (world) => {
        const { count } = world
        world.count = (key, request) =>
          (request.method === 'GET' && request.path.startsWith('/campaigns') && key.limit > 10) ||
          count(key, request)
      },
    ],
    [
      'the list shows the count of its first request',
      (world) => {
        const { quota } = world
        const first = new Map<string, number>()
        world.quota = (key, request) => {
          const found = quota(key, request)
          if (request.operation !== 'listCampaigns' || key.limit < 10) return found
          if (!first.has(key.id)) first.set(key.id, found.remaining)
          return { ...found, remaining: first.get(key.id) as number }
        }
      },
    ],
    [
      'a failure fills the count up again',
      (world) => {
        const { after } = world
        world.after = (reply, request) => {
          after(reply, request)
          if (reply.status >= 400 && request.key && request.key.limit > 10) request.key.used = 0
        }
      },
    ],
    [
      'requests without a key count against the main key',
      (world) => {
        world.strangers = world.keys.find(({ token }) => token === TOKENS.main) as Key
      },
    ],
    [
      'requests without a key count against the main key, unseen',
      (world) => {
        const { count } = world
        world.count = (key, request) => {
          const main = world.keys.find(({ token }) => token === TOKENS.main) as Key
          if (key === world.strangers) count(main, request)
          return count(key, request)
        }
      },
    ],
    [
      'the requests of all other keys are taken from the main key',
      (world) => {
        const { count } = world
        world.count = (key, request) => {
          const [main] = world.keys as [Key]
          if (key !== main) main.used += 1
          return count(key, request)
        }
      },
      { ...FEW_KEYS, styles: ['plain'] },
    ],
    ['remaining never sinks', quotas((quota) => ({ ...quota, remaining: quota.limit }))],
    ['remaining is one in five', quotas((quota) => ({ ...quota, remaining: quota.limit * 5 }))],
    [
      'remaining is negative',
      quotas((quota) => ({ ...quota, remaining: quota.remaining - quota.limit - 1 })),
    ],
    [
      'remaining counts up',
      quotas((quota) => ({ ...quota, remaining: Math.ceil(quota.limit - quota.remaining / 2) })),
    ],
    [
      'keys of an account share a count',
      (world) => {
        const { count } = world
        world.count = (key, request) => {
          const siblings = world.keys.filter(
            (each) => each !== key && each.account === key.account && each.limit > 5,
          )
          for (const each of siblings) each.used += 1
          return count(key, request)
        }
      },
    ],
    [
      'the limit lets one more through',
      (world) => {
        const { count } = world
        world.count = (key, request) => count(key, request) || tally(world, `over ${key.id}`) === 1
      },
    ],
    [
      'the limit is not enforced for writes',
      (world) => {
        const { count } = world
        world.count = (key, request) => count(key, request) || request.method === 'POST'
      },
    ],
    [
      'a refused create over the limit is stored',
      (world) => {
        const { count } = world
        world.count = (key, request) => {
          const isWithin = count(key, request)
          if (!isWithin && request.method === 'POST' && request.path === '/campaigns') {
            world.create(key, JSON.parse(request.text), 0)
          }
          return isWithin
        }
      },
    ],
    [
      'the limit is refused as insufficient_permissions',
      (world) => {
        const { count } = world
        world.count = (key, request) => {
          if (count(key, request)) return true
          throw new Refusal('insufficient_permissions', 'The plan is used up')
        }
      },
    ],
  ]),
]
