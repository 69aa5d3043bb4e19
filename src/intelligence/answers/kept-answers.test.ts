import { expect, test } from 'vitest'
import { campaignOf } from '../../../test/support/worlds.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { dayNumber } from '../dates.ts'
import type { Days } from '../period.ts'
import { Timeline } from '../world/timeline.ts'
import { worldOf } from '../world/world.ts'
import { rankIn } from './answer-block.ts'
import { KeptAnswers } from './kept-answers.ts'
import { answersOf } from './world-answers.ts'

const FIRST = campaignOf({ competitors: [] })
const NEWCOMER = campaignOf({
  competitors: [],
  id: 'cmp_b',
  created_at: '2025-02-01T12:00:00.000Z',
})
const campaigns = new Map([[FIRST.id, FIRST]])

const MARCH: [string, string] = ['2025-03-01', '2025-03-31']

function answersWith(seed: number, ...others: Campaign[]) {
  const all = new Map([...campaigns, ...others.map((each) => [each.id, each] as const)])
  return answersOf(worldOf({ seed, campaigns: all, past: new Map() })).topic('electric bike')
}

function findersOn(date: string, answers: ReturnType<typeof answersWith>): string[][] {
  const day = dayNumber(date)
  const finders: string[][] = []
  answers.visit({ first: day, last: day }, Number.POSITIVE_INFINITY, undefined, (...answer) => {
    finders.push(answer[4].by.map(({ timeline }) => timeline.campaign.id))
  })
  return finders
}

test('a newcomer finds the answers of later days, whoever looked at them before', () => {
  const alone = answersWith(1)
  expect(findersOn('2025-01-20', alone)).toContainEqual(['cmp_a'])
  expect(findersOn('2025-02-03', alone)).toContainEqual(['cmp_a'])

  const both = answersWith(1, NEWCOMER)

  expect(findersOn('2025-01-20', both)).toContainEqual(['cmp_a'])
  expect(findersOn('2025-02-03', both)).toContainEqual(['cmp_a', 'cmp_b'])
  expect(findersOn('2025-02-03', alone)).toContainEqual(['cmp_a'])
})

test('answers that no campaign changed are kept from one version to the next', () => {
  const other = { ...NEWCOMER, keywords: ['gravel bike'] }

  expect(answersWith(1, other)).toBe(answersWith(1))
})

const CHANGED = {
  states: [
    {
      change: 1,
      until: Date.parse('2025-01-20T18:00:00.000Z'),
      campaign: campaignOf({ keywords: ['gravel bike'] }),
    },
  ],
}

test.each([
  ['a daily campaign with a failed run', Timeline.of(campaignOf({ failed_runs: ['2025-01-20'] }))],
  ['an hourly campaign', Timeline.of(campaignOf({ frequency: 'hourly' }))],
  [
    'a campaign that was checked again on the day of a new keyword',
    Timeline.of(campaignOf(), CHANGED),
  ],
])('the checks of a day are the same, whichever day was asked for first: %s', (_, timeline) => {
  const days = { first: dayNumber('2024-12-30'), last: dayNumber('2025-04-10') }
  const all = Array.from({ length: days.last - days.first + 1 }, (_, n) => days.first + n)
  for (const first of all) {
    const kept = new KeptAnswers(1)
    const of = (day: number) => kept.checks(timeline, day).map(({ check }) => check)
    const findings = kept.checks(timeline, first)

    expect(of(first)).toEqual(timeline.checks({ first, last: first }))
    expect(all.flatMap(of)).toEqual(timeline.checks(days))
    expect(kept.checks(timeline, first)).toBe(findings)
  }
})

test('the first day of a campaign is computed alone: thousands of new ones ask for no other', () => {
  const timeline = Timeline.of(campaignOf())
  const asked: Days[] = []
  const watched: Pick<Timeline, 'checks'> = {
    checks(wanted, now) {
      asked.push(wanted)
      return timeline.checks(wanted, now)
    },
  }
  const kept = new KeptAnswers(1)
  const day = dayNumber('2025-01-10')

  for (const each of [day, day, day + 1, day + 2]) kept.checks(watched as Timeline, each)

  const first = Math.floor(day / 32) * 32
  expect(asked).toEqual([
    { first: day, last: day },
    { first, last: first + 31 },
  ])
})

test('checks of a thousand campaigns on the days of two blocks are computed once', () => {
  let asked = 0
  const timelines = Array.from({ length: 1_000 }, () => {
    const timeline = Timeline.of(campaignOf())
    const watched: Pick<Timeline, 'checks'> = {
      checks(wanted, now) {
        asked++
        return timeline.checks(wanted, now)
      },
    }
    return watched as Timeline
  })
  const kept = new KeptAnswers(1)
  const today = Math.floor(dayNumber('2025-03-20') / 32) * 32 + 10
  const pass = () => {
    for (const timeline of timelines) kept.checks(timeline, today)
    for (const timeline of timelines) kept.checks(timeline, today - 30)
    for (const timeline of timelines) kept.checks(timeline, today - 1)
  }

  pass()
  const first = asked
  pass()

  expect(asked).toBe(first)
})

test('a story that comes to a site with another keyword is in answers that were kept', () => {
  const story = { kind: 'launch', date: '2025-06-01' } as const
  const before = answersWith(1)
  const named = timesNamed(before, MARCH)
  expect(named).toBeGreaterThan(0)

  const after = answersWith(1, { ...NEWCOMER, keywords: ['gravel bike'], story })

  expect(timesNamed(after, MARCH)).toBe(0)
  expect(timesNamed(before, MARCH)).toBe(named)
})

test('an answer that is known earlier than before does not name who came later', () => {
  const day = '2025-02-10'
  const foo = {
    ...NEWCOMER,
    brand: 'Foo',
    domain: 'foo.example',
    created_at: `${day}T10:00:00.000Z`,
  }
  // It adds no brand, and runs before the first campaign does.
  const early = { ...NEWCOMER, id: 'cmp_c', created_at: '2025-02-01T08:00:00.000Z' }
  let times = 0
  for (let seed = 1; seed <= 20; seed++) {
    const before = answersWith(seed, foo)
    const brand = before.topic.brands.findIndex(({ name }) => name === 'Foo')
    times += timesNamed(before, [day, day], brand)

    expect(timesNamed(answersWith(seed, foo, early), [day, day], brand)).toBe(0)
  }
  expect(times).toBeGreaterThan(0)
})

/** How often answers name a brand of the topic. */
function timesNamed(
  answers: ReturnType<typeof answersWith>,
  [first, last]: [string, string],
  brand = 0,
): number {
  const days = { first: dayNumber(first), last: dayNumber(last) }
  let times = 0
  answers.visit(days, Number.POSITIVE_INFINITY, undefined, (_day, _prompt, values, at) => {
    if (rankIn(values, at, brand) !== -1) times++
  })
  return times
}
