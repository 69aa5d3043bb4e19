import { bugsOf, repliesTo } from '../changes.ts'
import type { Campaign, World } from '../world.ts'

const LIST = 'list'

/** The owned campaigns that a list shows. */
export function lists(change: (campaigns: Campaign[], world: World) => Campaign[]) {
  return (world: World) => {
    const { slice } = world
    world.slice = (rows, offset, size) => {
      const isOfCampaigns = rows.length > 0 && 'fields' in (rows[0] as object)
      const shown = isOfCampaigns ? (change(rows as Campaign[], world) as typeof rows) : rows
      return slice(shown, offset, size)
    }
  }
}

export const SECOND_PAGE = { options: { seeded: 25 } }
export const LISTS = [
  ...bugsOf(LIST, [
    [
      'a new campaign is missing in the list',
      (world) => {
        lists((rows) => rows.filter(({ createdAt }) => world.now() - createdAt > 60_000))(world)
      },
    ],
    [
      'the first list is cached',
      (world) => {
        let cached: Campaign[] | undefined
        lists((rows) => {
          cached ??= rows
          return cached
        })(world)
      },
    ],
    ['the first row is dropped', lists((rows) => rows.slice(1)), { styles: ['nested'] }],
    ['pages overlap', overlapping(-1), { options: { seeded: 45, pageSize: 3 } }],
    ['pages skip a row', overlapping(1), { ...SECOND_PAGE }],
    ['the last row of each page is dropped', cutPages, { ...SECOND_PAGE, styles: ['nested'] }],
    [
      'the second page is empty',
      (world) => {
        const { slice } = world
        world.slice = (rows, offset, size) => (offset > 0 ? [] : slice(rows, offset, size))
      },
      SECOND_PAGE,
    ],
    [
      'a row is listed twice',
      lists((rows) => rows.flatMap((each, at) => (at === 0 ? [each, each] : [each]))),
    ],
    [
      'campaigns without settings are not listed',
      lists((rows) => rows.filter(({ fields }) => fields.settings)),
    ],
    [
      'rows have the id of the next one',
      lists((rows) => rows.map((each, at) => ({ ...each, id: rows[at + 1]?.id ?? each.id }))),
    ],
    [
      'ids are made of the second',
      (world) => {
        const { newId } = world
        const ids = new Map<number, string>()
        world.newId = () => {
          const second = Math.floor(world.now() / 1000)
          ids.set(second, ids.get(second) ?? newId())
          return ids.get(second) as string
        }
      },
    ],
    ['an account without campaigns stays empty', lists(() => []), { options: { seeded: 0 } }],
    [
      'the list is one campaign',
      repliesTo('listCampaigns', ({ body }) => {
        const [first] = body.data.campaigns ?? body.data
        body.data = first ?? {}
      }),
    ],
    [
      'two creates at the same moment get one id',
      (world) => {
        const { newId, before } = world
        let last = { at: 0, id: '' }
        world.newId = () => {
          if (world.now() - last.at > MOMENT_MS) last = { at: world.now(), id: newId() }
          return last.id
        }
        // A create takes longer than that, so that only two at once are at the same moment, on a busy machine, too.
        world.before = (request, next) => {
          const reply = before(request, next)
          if (request.operation === 'createCampaign') reply.delayMs = MOMENT_MS + 50
          return reply
        }
      },
    ],
  ]),
]

const MOMENT_MS = 600

function overlapping(shift: number) {
  return (world: World) => {
    const { slice } = world
    world.slice = (rows, offset, size) => slice(rows, offset > 0 ? offset + shift : offset, size)
  }
}

function cutPages(world: World): void {
  const { slice } = world
  world.slice = (rows, offset, size) => slice(rows, offset, size).slice(0, Math.max(1, size - 1))
}
