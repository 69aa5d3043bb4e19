import { type Bug, bugsOf, failing, replies } from '../changes.ts'
import { type Campaign, Refusal, type Request, type World } from '../world.ts'

const KIND = 'envelope and headers'

/** Fails for a campaign that exists, each time. */
function fails(code: string, is: (campaign: Campaign, request: Request) => boolean) {
  return (world: World) => {
    const { find } = world
    world.find = (key, id, request) => {
      const found = find(key, id, request)
      if (found && is(found, request)) throw new Refusal(code, 'It failed')
      return found
    }
  }
}

const isPlain = ({ fields }: Campaign) => !fields.settings

const PERSISTENT: [string, Bug['plant']][] = ['not_found', 'server_error'].flatMap((code) => [
  ...['getCampaign', 'updateCampaign', 'deleteCampaign'].map(
    (operation): [string, Bug['plant']] => [
      `${operation} of a campaign without settings is always ${code}`,
      fails(code, (campaign, request) => request.operation === operation && isPlain(campaign)),
    ],
  ),
  [
    `a campaign is always ${code} after an update`,
    fails(code, ({ createdAt, updatedAt }, { operation }) => {
      return operation === 'getCampaign' && updatedAt > createdAt
    }),
  ],
])

export const FAILURES = [
  ...bugsOf(KIND, PERSISTENT),
  ...bugsOf(KIND, [
    [
      'error is a text',
      failing((error, body) => {
        body.error = error.message
      }),
    ],
    [
      'error has no message',
      failing((error) => {
        delete error.message
      }),
    ],
    [
      'error.code is the status',
      failing((error) => {
        error.code = 400
      }),
    ],
    [
      'error.code is in upper case',
      failing((error) => {
        error.code = String(error.code).toUpperCase()
      }),
    ],
    [
      'error.code of validation is validation_error',
      failing((error) => {
        if (error.code === 'invalid_request') error.code = 'validation_error'
      }),
    ],
    [
      'error.code of permissions is forbidden',
      failing((error) => {
        if (error.code === 'insufficient_permissions') error.code = 'forbidden'
      }),
    ],
    [
      'error.code of the limit is too_many_requests',
      failing((error) => {
        if (error.code === 'rate_limit_exceeded') error.code = 'too_many_requests'
      }),
    ],
    [
      'error.details are a list',
      failing((error) => {
        if (error.details) error.details = [error.details]
      }),
    ],
    [
      'error and code lie at the top',
      replies((reply) => {
        const { error } = reply.body ?? {}
        if (error) reply.body = { success: false, code: error.code, message: error.message }
      }),
    ],
    [
      'an unknown campaign is a server_error',
      failing((error) => {
        if (error.code === 'not_found') error.code = 'server_error'
      }),
    ],
  ]),
]
