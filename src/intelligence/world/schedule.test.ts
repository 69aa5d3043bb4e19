import { describe, expect, it } from 'vitest'
import { firstRun, runAfter, runUpTo } from './schedule.ts'

const campaign = (parts: object = {}) => ({
  id: 'cmp_a',
  created_at: '2026-01-31T09:30:00.000Z',
  frequency: 'daily',
  status: 'active' as const,
  ...parts,
})

const created = Date.parse(campaign().created_at)

/** The first runs of a campaign as days and hours, each found from the one before. */
function runsOf(parts: object, count: number): string[] {
  const subject = campaign(parts)
  const runs: string[] = []
  let last: number | null = null
  for (let n = 0; n < count; n++) {
    const time = runAfter(subject, last, last ?? created) as number
    last = time
    runs.push(new Date(time).toISOString().slice(0, 13))
  }
  return runs
}

describe('the schedule of a campaign', () => {
  it('starts within five seconds of its creation, and not at once', () => {
    const delays = Array.from(
      { length: 200 },
      (_, n) => firstRun(campaign({ id: `cmp_${n}` })) - created,
    )

    expect(Math.min(...delays)).toBeGreaterThanOrEqual(2_000)
    expect(Math.max(...delays)).toBeLessThan(5_000)
    expect(new Set(delays).size).toBeGreaterThan(100)
  })

  it.each([
    ['hourly', ['2026-01-31T09', '2026-01-31T10', '2026-01-31T11']],
    ['daily', ['2026-01-31T09', '2026-02-01T09', '2026-02-02T09']],
    ['weekly', ['2026-01-31T09', '2026-02-07T09', '2026-02-14T09']],
    ['monthly', ['2026-01-31T09', '2026-02-28T09', '2026-03-31T09', '2026-04-30T09']],
    ['every blue moon', ['2026-01-31T09', '2026-02-01T09', '2026-02-02T09']],
    ['constructor', ['2026-01-31T09', '2026-02-01T09']],
  ])('continues %s', (frequency, expected) => {
    expect(runsOf({ frequency }, expected.length)).toEqual(expected)
  })

  it('has no run while the campaign is paused', () => {
    expect(runAfter(campaign({ status: 'paused' }), null, created)).toBeUndefined()
  })

  it.each([
    ['hourly', '2026-02-03T13'],
    ['daily', '2026-02-04T09'],
    ['weekly', '2026-02-07T09'],
    ['monthly', '2026-02-28T09'],
  ])('continues from the last run when it becomes %s', (frequency, expected) => {
    const changed = Date.UTC(2026, 1, 3, 13)

    const next = runAfter(campaign({ frequency }), firstRun(campaign()), changed) as number

    expect(new Date(next).toISOString().slice(0, 13)).toBe(expected)
  })

  it('leaves out the times before a run that came late', () => {
    const last = firstRun(campaign()) + 3 * 86_400_000 + 7 * 3_600_000

    expect(runAfter(campaign(), last, last + 1)).toBe(last + 86_400_000)
    expect(runAfter(campaign(), last, last + 30 * 86_400_000)).toBe(last + 31 * 86_400_000)
  })

  it.each(['hourly', 'daily', 'weekly', 'monthly'])(
    'knows the run before a %s run',
    (frequency) => {
      const subject = campaign({ frequency })
      let before = firstRun(subject)

      expect(runUpTo(subject, before, before - 1)).toBeNull()
      for (let n = 0; n < 30; n++) {
        const run = runAfter(subject, before, before) as number
        expect(runUpTo(subject, run, run - 1)).toBe(before)
        before = run
      }
    },
  )
})
