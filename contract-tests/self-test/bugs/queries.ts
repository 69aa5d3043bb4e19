import { type Bug, bugsOf } from '../changes.ts'
import { type Filter, shifted } from '../intelligence.ts'
import { type Key, type Mention, type Ranking, Refusal, type World } from '../world.ts'

const KIND = 'queries'

function asks(change: (filter: Filter) => Filter) {
  return (world: World) => {
    const { rankings } = world
    world.rankings = (key, filter) => rankings(key, change(filter))
  }
}

function asksMentions(change: (filter: Filter) => Filter) {
  return (world: World) => {
    const { mentions } = world
    world.mentions = (key, filter) => mentions(key, change(filter))
  }
}

const blind = (filter: Filter, ...names: (keyof Filter)[]): Filter =>
  Object.fromEntries(
    Object.entries(filter).filter(([name]) => !names.includes(name as keyof Filter)),
  )

/** Matches keywords in another way than whole. */
function matches(fits: (keyword: string, wanted: string) => boolean) {
  return (world: World) => {
    const { rankings } = world
    world.rankings = (key, filter) =>
      rankings(key, blind(filter, 'keywords')).filter(
        ({ keyword }) =>
          !filter.keywords?.length || filter.keywords.some((each) => fits(keyword, each)),
      )
  }
}

function rows(change: (found: Ranking[], filter: Filter) => Ranking[]) {
  return (world: World) => {
    const { rankings } = world
    world.rankings = (key, filter) => change(rankings(key, filter), filter)
  }
}

function mentionRows(
  change: (found: Mention[], filter: Filter, world: World, key: Key) => Mention[],
) {
  return (world: World) => {
    const { mentions } = world
    world.mentions = (key, filter) => change(mentions(key, filter), filter, world, key)
  }
}

/** Changes rows of rankings from the 101st on. */
function ofPage2(change: (row: Ranking) => Ranking) {
  return rows((found) => found.map((row, at) => (at < found.length - 100 ? change(row) : row)))
}

/** The second page is made with fewer filters. */
function ignoresOnPage2(world: World, ...names: (keyof Filter)[]): void {
  const { before, rankings } = world
  let isFurther = false
  world.before = (request, next) => {
    isFurther = request.path === '/serp/rankings' && Number(request.query.get('offset') ?? 0) > 0
    return before(request, next)
  }
  world.rankings = (key, filter) => rankings(key, isFurther ? blind(filter, ...names) : filter)
}

const PAGES = {
  styles: ['plain'],
  options: { rowsPerPage: 100, days: 30, freshDays: 30 },
} satisfies Partial<Bug>

export const QUERIES = [
  ...bugsOf(KIND, [
    [
      'rankings include the day before start_date',
      asks((filter) => (filter.start ? { ...filter, start: shifted(filter.start, -1) } : filter)),
    ],
    [
      'rankings include the day after end_date',
      asks((filter) => (filter.end ? { ...filter, end: shifted(filter.end, 1) } : filter)),
    ],
    [
      'rankings are a day early at both ends',
      asks((filter) => ({
        ...filter,
        ...(filter.start && { start: shifted(filter.start, -1) }),
        ...(filter.end && { end: shifted(filter.end, -1) }),
      })),
    ],
    [
      'start_date without end_date is ignored',
      asks((filter) => (filter.end ? filter : blind(filter, 'start'))),
    ],
    [
      'end_date without start_date is ignored',
      asks((filter) => (filter.start ? filter : blind(filter, 'end'))),
    ],
    [
      'dates are ignored with a keyword',
      asks((filter) => (filter.keywords?.length ? blind(filter, 'start', 'end') : filter)),
    ],
    [
      'start_date and end_date are exchanged',
      asks(({ start, end, ...filter }) => ({
        ...filter,
        ...(end && { start: end }),
        ...(start && { end: start }),
      })),
    ],
    [
      'two keywords are ignored',
      asks((filter) =>
        (filter.keywords?.length ?? 0) > 1 && new Set(filter.keywords).size > 1
          ? blind(filter, 'keywords')
          : filter,
      ),
    ],
    [
      'of two keywords the first counts',
      asks((filter) => ({ ...filter, keywords: filter.keywords?.slice(0, 1) ?? [] })),
    ],
    ['keywords are matched as substrings', matches((keyword, wanted) => keyword.includes(wanted))],
    ['the filter of keywords returns the others', matches((keyword, wanted) => keyword !== wanted)],
    ['the campaign is ignored', asks((filter) => blind(filter, 'campaign'))],
    [
      'the campaign is ignored with keywords',
      asks((filter) => (filter.keywords?.length ? blind(filter, 'campaign') : filter)),
    ],
    [
      'a filter of keywords returns nothing',
      asks((filter) => (filter.keywords?.length ? { ...filter, keywords: ['\0'] } : filter)),
    ],
    [
      'a filter of dates returns nothing',
      asks((filter) => (filter.start || filter.end ? { ...filter, keywords: ['\0'] } : filter)),
    ],
    [
      'positions are texts',
      rows((found) =>
        found.map((row) => ({ ...row, position: String(row.position) as unknown as number })),
      ),
    ],
    [
      'all positions are null',
      rows((found) => found.map((row) => ({ ...row, position: null as unknown as number }))),
    ],
    [
      'keywords of rankings are numbers',
      rows((found) =>
        found.map((row) => ({ ...row, keyword: row.keyword.length as unknown as string })),
      ),
    ],
    [
      'positions are texts on page 2',
      ofPage2((row) => ({ ...row, position: String(row.position) as unknown as number })),
      PAGES,
    ],
    [
      'keywords are numbers on page 2',
      ofPage2((row) => ({ ...row, keyword: row.keyword.length as unknown as string })),
      PAGES,
    ],
    [
      'page 2 of the rankings ignores the campaign',
      (world) => {
        ignoresOnPage2(world, 'campaign')
      },
      PAGES,
    ],
    [
      'page 2 of the rankings ignores the dates',
      (world) => {
        ignoresOnPage2(world, 'start', 'end')
      },
      PAGES,
    ],
    [
      'the rankings of a campaign are always a server_error',
      asks((filter) => {
        if (filter.campaign) throw new Refusal('server_error', 'no such column')
        return filter
      }),
    ],
    ['mentions ignore all filters', asksMentions(() => ({}))],
    [
      'mentions of two platforms are not filtered',
      asksMentions((filter) =>
        (filter.platforms?.length ?? 0) > 1 && new Set(filter.platforms).size > 1
          ? blind(filter, 'platforms')
          : filter,
      ),
    ],
    [
      'mentions ignore the brand with platforms',
      asksMentions((filter) => (filter.platforms?.length ? blind(filter, 'brand') : filter)),
    ],
    ['mentions include the day before start_date', mentionsFromTheDayBefore],
    ['a filter of platforms returns the others', mentionRowsOfOthers()],
    [
      'a filter of the brand returns nothing',
      mentionRows((found, filter) => (filter.brand ? [] : found)),
    ],
  ]),
]

function mentionRowsOfOthers() {
  return (world: World) => {
    const { mentions } = world
    world.mentions = (key, filter) =>
      mentions(key, blind(filter, 'platforms')).filter(
        ({ platform }) => !filter.platforms?.length || !filter.platforms.includes(platform),
      )
  }
}

function mentionsFromTheDayBefore(world: World): void {
  asksMentions((filter) =>
    filter.start ? { ...filter, start: shifted(filter.start, -1) } : filter,
  )(world)
}
