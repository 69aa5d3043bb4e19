import { bugsOf, FEW_KEYS, tally, without } from '../changes.ts'
import type { Campaign, World } from '../world.ts'
import { lists, SECOND_PAGE } from './lists.ts'

const DELETE = 'delete'

export function removes(
  change: (campaign: Campaign, remove: (one: Campaign) => void, world: World) => void,
) {
  return (world: World) => {
    const { remove } = world
    world.remove = (campaign) => change(campaign, remove, world)
  }
}

export const remembersDeleted = (world: World): Campaign[] => {
  const known = (world.memory.get('deleted') as Campaign[] | undefined) ?? []
  world.memory.set('deleted', known)
  return known
}

export const stillServes = (operation: string) => (world: World) => {
  removes((campaign, remove) => {
    remembersDeleted(world).push(campaign)
    remove(campaign)
  })(world)
  const { find } = world
  world.find = (key, id, request) => {
    const gone = remembersDeleted(world).find((each) => each.id === id)
    return request.operation === operation && gone ? gone : find(key, id, request)
  }
}

export const DELETES = [
  ...bugsOf(DELETE, [
    [
      'a deleted campaign stays in the list',
      (world) => {
        removes((campaign, remove) => {
          remembersDeleted(world).push(campaign)
          remove(campaign)
        })(world)
        lists((rows) => [...rows, ...remembersDeleted(world)])(world)
      },
    ],
    [
      'a deleted campaign stays on the second page',
      (world) => {
        removes((campaign, remove) => {
          remembersDeleted(world).push(campaign)
          remove(campaign)
        })(world)
        lists((rows) => [...rows, ...remembersDeleted(world)])(world)
      },
      { ...SECOND_PAGE, ...FEW_KEYS },
    ],
    [
      'a delete removes all campaigns of the account',
      removes(({ account }, _remove, world) => {
        world.campaigns = world.campaigns.filter((each) => each.account !== account)
      }),
    ],
    [
      'the previous campaign is deleted instead',
      removes((campaign, remove, world) => {
        remove(world.campaigns[world.campaigns.indexOf(campaign) - 1] ?? campaign)
      }),
    ],
    [
      'the next campaign is deleted instead',
      removes((campaign, remove, world) => {
        remove(world.campaigns[world.campaigns.indexOf(campaign) + 1] ?? campaign)
      }),
    ],
    [
      'the next campaign is deleted too',
      removes((campaign, remove, world) => {
        const next = world.campaigns[world.campaigns.indexOf(campaign) + 1]
        if (next) remove(next)
        remove(campaign)
      }),
    ],
    [
      'an id is used again',
      (world) => {
        const { newId } = world
        const free: string[] = []
        removes((campaign, remove) => {
          free.push(campaign.id)
          remove(campaign)
        })(world)
        world.newId = () => free.pop() ?? newId()
      },
    ],
    ['a delete does nothing', removes(() => {})],
    [
      'a delete only hides in the list',
      (world) => {
        removes((campaign) => remembersDeleted(world).push(campaign))(world)
        lists((rows) => rows.filter((each) => !remembersDeleted(world).includes(each)))(world)
      },
    ],
    ['analytics of a deleted campaign are served', stillServes('getCampaignAnalytics')],
    ['a deleted campaign is served from a cache', stillServes('getCampaign')],
    ['a second delete succeeds', stillServes('deleteCampaign')],
    [
      'the second delete of a run does nothing',
      removes((campaign, remove, world) => {
        if (tally(world, 'deletes') !== 2) remove(campaign)
      }),
      FEW_KEYS,
    ],
    [
      'a delete clears the settings of all',
      removes((campaign, remove, world) => {
        remove(campaign)
        for (const each of world.campaigns)
          each.fields = without(each.fields, 'settings', 'keywords')
        for (const each of world.campaigns) each.fields.keywords = []
      }),
    ],
  ]),
]
