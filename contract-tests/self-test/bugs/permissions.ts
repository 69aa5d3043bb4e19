import { type Bug, bugsOf, FEW_KEYS } from '../changes.ts'
import { Refusal, type World } from '../world.ts'
import { OPERATIONS } from './credentials.ts'

const PERMISSION = 'credentials: permissions'
const FOREIGN = 'credentials: another account'

function allows(operation: string) {
  return (world: World) => {
    const { isAllowed } = world
    world.isAllowed = (key, asked, request) => asked === operation || isAllowed(key, asked, request)
  }
}

function denies(operation: string) {
  return (world: World) => {
    const { isAllowed } = world
    world.isAllowed = (key, asked, request) =>
      !(asked === operation && key.permissions.includes('*')) && isAllowed(key, asked, request)
  }
}

function foreign(operation: string) {
  return (world: World) => {
    const { find } = world
    world.find = (key, id, request) =>
      request.operation === operation
        ? world.campaigns.find((each) => each.id === id)
        : find(key, id, request)
  }
}

/** Refuses an operation for lack of a permission with a wrong code. */
function refusesAt(operation: string, code: string) {
  return (world: World) => {
    const { isAllowed } = world
    world.isAllowed = (key, asked, request) => {
      if (isAllowed(key, asked, request)) return true
      if (asked === operation) throw new Refusal(code, 'The key may not do this')
      return false
    }
  }
}

export const PERMISSIONS_AND_ACCOUNTS = [
  ...bugsOf(PERMISSION, [
    ...['getMentions', 'generateReport', 'createCampaign', 'updateCampaign', 'deleteCampaign'].map(
      (operation) =>
        [`a restricted key may ${operation}`, allows(operation)] as [string, Bug['plant']],
    ),
    ...OPERATIONS.map(
      (operation) =>
        [`a full key is refused for ${operation}`, denies(operation)] as [string, Bug['plant']],
    ),
    [
      'a restricted key is shown *',
      (world) => {
        world.permissionsShown = () => ['*']
      },
    ],
    [
      'permissions of all keys are those of the first asked',
      (world) => {
        let first: string[] | undefined
        const { permissionsShown } = world
        world.permissionsShown = (key) => {
          first ??= permissionsShown(key)
          return first
        }
      },
    ],
    [
      'a restricted key is shown no permissions',
      (world) => {
        world.permissionsShown = (key) => (key.permissions.includes('*') ? ['*'] : [])
      },
    ],
    [
      'a full key is shown permissions to read',
      (world) => {
        world.permissionsShown = () => ['campaigns:read', 'rankings:read']
      },
    ],
    [
      'a restricted key is refused by verify',
      (world) => {
        const { isAllowed } = world
        world.isAllowed = (key, asked, request) =>
          !(asked === 'verifyToken' && key.permissions.length === 2) &&
          isAllowed(key, asked, request)
      },
    ],
    ...['getCampaignAnalytics', 'getDashboards', 'exportCsv'].map(
      (operation) =>
        [
          `a restricted key is refused as not_found for ${operation}`,
          refusesAt(operation, 'not_found'),
          FEW_KEYS,
        ] as [string, Bug['plant'], typeof FEW_KEYS],
    ),
    [
      'a restricted key makes analytics fail',
      refusesAt('getCampaignAnalytics', 'server_error'),
      FEW_KEYS,
    ],
    ['permissions are refused as not_found', (world) => refusesAs(world, 'not_found')],
    ['permissions are refused as invalid_api_key', (world) => refusesAs(world, 'invalid_api_key')],
    ['permissions are refused as invalid_request', (world) => refusesAs(world, 'invalid_request')],
    [
      'a restricted key may not read its campaigns',
      (world) => {
        const { isAllowed } = world
        world.isAllowed = (key, asked, request) =>
          !(asked === 'getCampaign' && key.permissions.length === 2) &&
          isAllowed(key, asked, request)
      },
    ],
    [
      'a restricted key may not read rankings',
      (world) => {
        const { isAllowed } = world
        world.isAllowed = (key, asked, request) =>
          !(asked === 'getRankings' && key.permissions.length === 2) &&
          isAllowed(key, asked, request)
      },
    ],
  ]),
  ...bugsOf(FOREIGN, [
    ['campaigns of another account are read', foreign('getCampaign')],
    ['campaigns of another account are updated', foreign('updateCampaign')],
    ['campaigns of another account are deleted', foreign('deleteCampaign')],
    ['analytics of another account are read', foreign('getCampaignAnalytics')],
    [
      'rankings of another account are read',
      (world) => {
        foreign('getRankings')(world)
        const { rankings } = world
        world.rankings = (key, filter) => {
          const campaign = world.campaigns.find(({ id }) => id === filter.campaign)
          return rankings(campaign ? { ...key, account: campaign.account } : key, filter)
        }
      },
    ],
    [
      'campaigns of all accounts are listed',
      (world) => {
        world.owned = () => world.campaigns
      },
    ],
    [
      'rankings of all accounts are listed',
      (world) => {
        const { rankings, owned } = world
        world.rankings = (key, filter) => {
          world.owned = () => world.campaigns
          const found = rankings(key, filter)
          world.owned = owned
          return found
        }
      },
    ],
    [
      'the account of the last key is used',
      (world) => {
        const { owned } = world
        world.owned = (key) => {
          const last = (world.memory.get('account') as string | undefined) ?? key.account
          world.memory.set('account', key.account)
          return owned({ ...key, account: last })
        }
      },
    ],
  ]),
]

function refusesAs(world: World, code: string): void {
  const { isAllowed } = world
  world.isAllowed = (key, asked, request) => {
    if (isAllowed(key, asked, request)) return true
    throw new Refusal(code, 'Refused')
  }
}
