import { expect, test } from 'vitest'
import { campaignOf, worldWith } from '../../../test/support/worlds.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { dayNumber, dayOf, formatDay } from '../dates.ts'
import { worldOf } from '../world/world.ts'
import type { Answer, Subject } from './answers.ts'
import { chatIn } from './chat.ts'
import { mentionPage } from './mentions.ts'
import { answersOf, answersOn } from './world-answers.ts'

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
  const answers = answersOf(worldOf({ seed, campaigns: all, past: new Map() }))
  return answers.subject('electric bike')
}

function findersOn(date: string, subject: Subject): string[][] {
  return answersIn(date, date, subject).map(({ found }) => {
    return found.by.map(({ timeline }) => timeline.campaign.id)
  })
}

function answersIn(first: string, last: string, subject: Subject): Answer[] {
  const answers: Answer[] = []
  for (let day = dayNumber(first); day <= dayNumber(last); day++) {
    answers.push(...answersOn(day, subject, { now: Number.POSITIVE_INFINITY }))
  }
  return answers
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

test('figures and lists that were asked for before a check have what it found once it is done', async () => {
  const world = worldWith([FIRST], { seed: 1 })
  const [timeline] = world.timelines
  const day = dayNumber('2025-03-10')
  const mentionsAt = async (now: number) => {
    const date = formatDay(dayOf(now))
    const period = { from: date, to: date, today: date, now }
    const { mentions, total } = await mentionPage(world, period, { offset: 0, limit: 20 })
    const chat = await chatIn(world, period, timeline)
    expect(chat.mentions).toBe(total)
    return mentions.length
  }
  let found = 0
  for (const check of timeline?.checks({ first: day, last: day + 20 }) ?? []) {
    expect(await mentionsAt(check.at - 1)).toBe(0)
    found += await mentionsAt(check.at)
    expect(await mentionsAt(check.at - 1)).toBe(0)
  }
  expect(found).toBeGreaterThan(0)
})

test('a story that comes to a site with another keyword is in the answers', () => {
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
    const brand = before.brands.findIndex(({ name }) => name === 'Foo')
    times += timesNamed(before, [day, day], brand)

    expect(timesNamed(answersWith(seed, foo, early), [day, day], brand)).toBe(0)
  }
  expect(times).toBeGreaterThan(0)
})

/** How often answers name a brand of the subject. */
function timesNamed(subject: Subject, [first, last]: [string, string], brand = 0): number {
  const answers = answersIn(first, last, subject)
  return answers.flatMap(({ named }) => named).filter((it) => it.brand === subject.brands[brand])
    .length
}
