import { describe, expect, test } from 'vitest'
import { mainThreadMs } from '../../../test/support/main-thread.ts'
import { campaignOf } from '../../../test/support/worlds.ts'
import { dayNumber, formatDay } from '../dates.ts'
import type { Phase } from './phases.ts'
import type { Check } from './spans.ts'
import { Timeline } from './timeline.ts'

const JANUARY = { first: dayNumber('2025-01-01'), last: dayNumber('2025-01-31') }
const at = (text: string) => Date.parse(`2025-01-${text}Z`)
const daysOf = (checks: readonly Check[]) =>
  checks.map(({ day }) => Number(formatDay(day).slice(8)))

test('a campaign that was never changed has one phase, always the same', () => {
  const campaign = campaignOf()
  const timeline = Timeline.of(campaign)

  const [phase, ...others] = timeline.phases

  expect(others).toEqual([])
  expect(timeline.phases[0]).toBe(phase)
  const { from, until, lag } = phase as Phase
  expect(phase?.campaign).toBe(campaign)
  expect([from, until, lag]).toEqual([at('01T12:00:00'), Number.POSITIVE_INFINITY, 0])
})

test('phases share their normalized keywords as long as a campaign keeps its list', () => {
  const [kept, replaced] = [
    ['Trail Shoes', 'Running'],
    ['running', 'Hiking'],
  ]
  const stateOf = (keywords: string[], n: number) => ({
    change: n,
    until: at('05T18:00:00') + n,
    campaign: campaignOf({ keywords }),
  })
  const states = [kept, kept, replaced, kept].map(stateOf)

  const timeline = Timeline.of(campaignOf({ keywords: kept }), { states })

  const [first, second, third, ...others] = timeline.phases.map(({ keywords }) => keywords)
  expect(second).toBe(first)
  expect(third).toEqual(['running', 'hiking'])
  expect(others).toEqual([first, first])
  expect(timeline.keywords).toEqual(['trail shoes', 'running', 'hiking'])
})

describe('checks', () => {
  test('are on each day of a daily campaign, from the first run on', () => {
    const checks = Timeline.of(campaignOf()).checks(JANUARY)
    expect(daysOf(checks)).toEqual(Array.from({ length: 31 }, (_, n) => n + 1))
    expect(new Date(checks[0]?.at as number).toISOString()).toMatch(/^2025-01-01T12:00:0[2-5]/)
  })

  test('are on the days of the runs of a weekly campaign', () => {
    const checks = Timeline.of(campaignOf({ frequency: 'weekly' })).checks(JANUARY)
    expect(daysOf(checks)).toEqual([1, 8, 15, 22, 29])
  })

  test('are one a day of an hourly campaign', () => {
    const checks = Timeline.of(campaignOf({ frequency: 'hourly' })).checks(
      JANUARY,
      at('02T05:30:00'),
    )
    expect(daysOf(checks)).toEqual([1, 2])
    expect(new Date(checks[1]?.at as number).toISOString()).toMatch(/^2025-01-02T00:00:0/)
  })

  test('are known from the end of the run on', () => {
    const timeline = Timeline.of(campaignOf())
    expect(timeline.checks(JANUARY, at('01T12:00:00'))).toEqual([])
    expect(daysOf(timeline.checks(JANUARY, at('02T11:00:00')))).toEqual([1])
    expect(timeline.lastCheck(at('02T11:00:00'))?.day).toBe(JANUARY.first)
    expect(timeline.lastCheck(at('01T12:00:00'))).toBeUndefined()
  })

  test('are left out while the campaign is paused, and on days of failed runs', () => {
    const states = [
      { change: 1, until: at('05T18:00:00'), campaign: campaignOf() },
      { change: 1, until: at('20T18:00:00'), campaign: campaignOf({ status: 'paused' }) },
    ]
    const failing = campaignOf({ failed_runs: ['2025-01-25'] })
    const days = daysOf(Timeline.of(failing, { states }).checks(JANUARY))
    expect(days).toEqual([1, 2, 3, 4, 5, 21, 22, 23, 24, 26, 27, 28, 29, 30, 31])
  })

  test('belong to the state that the campaign had', () => {
    const before = campaignOf({ name: 'Before' })
    const timeline = Timeline.of(campaignOf({ name: 'After' }), {
      states: [{ change: 1, until: at('03T18:00:00'), campaign: before }],
    })
    const names = timeline.checks(JANUARY).map(({ phase }) => phase.campaign.name)
    expect(names.slice(0, 5)).toEqual(['Before', 'Before', 'Before', 'After', 'After'])
  })

  test('look up an added keyword at once, and with the others from the next run on', () => {
    const states = [{ change: 1, until: at('03T18:00:00'), campaign: campaignOf() }]
    const now = campaignOf({ keywords: ['electric bike', 'Gravel  Bike'] })
    const checks = Timeline.of(now, { states }).checks(JANUARY, at('05T00:00:00'))
    expect(daysOf(checks)).toEqual([1, 2, 3, 3, 4])
    expect(checks[3]).toMatchObject({ at: at('03T18:00:00'), only: new Set(['gravel bike']) })
    expect(checks[4]?.only).toBeUndefined()
  })

  test('do not look up a keyword twice a day', () => {
    const two = campaignOf({ keywords: ['electric bike', 'gravel bike'] })
    const states = [
      { change: 1, until: at('03T10:00:00'), campaign: campaignOf() },
      { change: 1, until: at('03T18:00:00'), campaign: two },
      { change: 1, until: at('03T19:00:00'), campaign: campaignOf() },
    ]
    const checks = Timeline.of(two, { states }).checks(JANUARY, at('04T00:00:00')).slice(2)
    expect(checks.map(({ only }) => [...(only ?? ['all'])])).toEqual([
      ['gravel bike'],
      ['electric bike'],
    ])
  })

  test('follow the last run after the frequency changed', () => {
    const states = [{ change: 1, until: at('10T18:00:00'), campaign: campaignOf() }]
    const weekly = Timeline.of(campaignOf({ frequency: 'weekly' }), { states })
    expect(daysOf(weekly.checks(JANUARY)).slice(9)).toEqual([10, 17, 24, 31])
  })

  test('of part of the days are those of the whole', () => {
    const states = [
      { change: 1, until: at('07T11:00:00'), campaign: campaignOf() },
      { change: 1, until: at('07T18:00:00'), campaign: campaignOf({ frequency: 'hourly' }) },
    ]
    const timeline = Timeline.of(campaignOf({ keywords: ['a', 'b'] }), { states })
    const whole = timeline.checks(JANUARY)
    const parts = whole
      .map(({ day }) => day)
      .flatMap((day, n, days) =>
        days.indexOf(day) === n ? timeline.checks({ first: day, last: day }) : [],
      )
    expect(parts).toEqual(whole)
  })
})

describe('runs around a time', () => {
  const timeOf = (ms: number | null) => ms && new Date(ms).toISOString().slice(8, 16)
  const around = (timeline: Timeline, now: string) => {
    const { last, next, isFailed } = timeline.runs(at(now))
    return [timeOf(last), timeOf(next), isFailed]
  }

  test('are the last and the next', () => {
    const weekly = Timeline.of(campaignOf({ frequency: 'weekly', failed_runs: ['2025-01-08'] }))
    expect(around(weekly, '01T12:00:00')).toEqual([null, '01T12:00', false])
    expect(around(weekly, '02T00:00:00')).toEqual(['01T12:00', '08T12:00', false])
    expect(around(weekly, '09T00:00:00')).toEqual(['08T12:00', '15T12:00', true])
  })

  test('are none ahead for a paused or deleted campaign', () => {
    const states = [{ change: 1, until: at('05T18:00:00'), campaign: campaignOf() }]
    const paused = Timeline.of(campaignOf({ status: 'paused' }), { states })
    expect(around(paused, '20T00:00:00')).toEqual(['05T12:00', null, false])
    expect(around(Timeline.of(undefined, { states }), '20T00:00:00')).toEqual([
      '05T12:00',
      null,
      false,
    ])
  })
})

test('a campaign whose keywords were all replaced 200 times on a day is read quickly', () => {
  const states = Array.from({ length: 200 }, (_, n) => ({
    until: at('02T13:00:00') + n,
    change: 0,
    campaign: campaignOf({ keywords: Array.from({ length: 300 }, (_, k) => `k${k} ${n}`) }),
  }))
  const before = mainThreadMs()

  const timeline = Timeline.of(campaignOf(), { states })

  expect(timeline.checks(JANUARY).filter(({ only }) => only).length).toBeGreaterThan(190)
  expect(mainThreadMs() - before).toBeLessThan(500)
})
