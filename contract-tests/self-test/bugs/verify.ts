import { bugsOf, replies, repliesTo, tally } from '../changes.ts'
import type { Key } from '../world.ts'

export const VERIFY = bugsOf('verify', [
  [
    'all keys have one key_id',
    (world) => {
      repliesTo('verifyToken', ({ body }) => {
        body.data.key_id = world.keys[0]?.id
      })(world)
    },
  ],
  [
    'key_id is that of the session',
    (world) => {
      repliesTo('verifyToken', ({ body }) => {
        body.data.key_id = `key_${tally(world, 'sessions')}`
      })(world)
    },
  ],
  [
    'account_id changes',
    (world) => {
      repliesTo('verifyToken', ({ body }) => {
        body.data.account_id += tally(world, 'accounts')
      })(world)
    },
  ],
  [
    'key_id is a number',
    repliesTo('verifyToken', ({ body }) => {
      body.data.key_id = 17
    }),
  ],
  [
    'key_id is the token',
    (world) => {
      for (const key of world.keys) key.id = key.token
    },
  ],
  [
    'the token is repeated',
    replies(({ body }, { operation, key }) => {
      if (operation === 'verifyToken' && body?.success) body.data.token = key?.token
    }),
  ],
  [
    'account_id is an object',
    repliesTo('verifyToken', ({ body }) => {
      body.data.account_id = { id: body.data.account_id }
    }),
  ],
  [
    'permissions are one text',
    repliesTo('verifyToken', ({ body }) => {
      body.data.permissions = body.data.permissions.join(' ')
    }),
  ],
  [
    'account_id is missing',
    repliesTo('verifyToken', ({ body }) => {
      delete body.data.account_id
    }),
  ],
  [
    'rate_limit is a number',
    repliesTo('verifyToken', ({ body }) => {
      body.data.rate_limit = body.data.rate_limit.limit
    }),
  ],
  [
    'rate_limit has texts',
    repliesTo('verifyToken', ({ body }) => {
      body.data.rate_limit = { limit: '1000', remaining: '900' }
    }),
  ],
  [
    'rate_limit has no remaining',
    repliesTo('verifyToken', ({ body }) => {
      delete body.data.rate_limit.remaining
    }),
  ],
  [
    'a wrong key is verified with valid: false',
    (world) => {
      const { keyFor } = world
      world.keyFor = (token, request) => {
        const found = keyFor(token, request)
        return found || request.operation !== 'verifyToken'
          ? found
          : { ...(world.keys[0] as Key), permissions: [], id: '' }
      }
    },
  ],
  [
    'permissions are names without an action',
    (world) => {
      world.permissionsShown = (key) => key.permissions.map((each) => each.split(':')[0] as string)
    },
  ],
])
