import { describe, expect, it } from 'vitest'
import { actionsFor, advanceOf, faultsOf, matching, recordOf } from './commands.ts'

describe('advance', () => {
  it.each([
    ['advance 3d', '3d'],
    ['Advance 1d12h', '1d12h'],
    ['+7 days', '7 days'],
    ['  advance  90s ', '90s'],
  ])('%s', (text, by) => {
    expect(advanceOf(text)?.act).toEqual({ kind: 'advance', by })
  })

  it.each(['advance', 'advance soon', 'advance 0d', 'advance 401d', '3d', 'advanced 3d'])(
    'not %s',
    (text) => {
      expect(advanceOf(text)).toBeUndefined()
    },
  )
})

describe('faults', () => {
  const OPERATIONS = ['listCampaigns', 'createCampaign', 'listAlerts', 'list']

  it.each([
    ['429', [{ status: 429 }]],
    ['429 listCampaigns ×2', [{ status: 429, operation: 'listCampaigns', count: 2 }]],
    ['503 LISTCAMPAIGNS', [{ status: 503, operation: 'listCampaigns' }]],
    ['500 listAlerts x1', [{ status: 500, operation: 'listAlerts', count: 1 }]],
    ['500 ×3', [{ status: 500, count: 3 }]],
    // One that is spelled out is meant, even if others contain it.
    ['404 list', [{ status: 404, operation: 'list' }]],
    [
      '404 campaign',
      [
        { status: 404, operation: 'listCampaigns' },
        { status: 404, operation: 'createCampaign' },
      ],
    ],
    ['404 nothing', []],
    ['200 listCampaigns', []],
    ['429 listCampaigns ×0', []],
    ['42', []],
  ])('%s', (text, inputs) => {
    const acts = faultsOf(text, OPERATIONS).map(({ act }) => act)

    expect(acts).toEqual(inputs.map((input) => ({ kind: 'fault', input })))
  })

  it.each([
    ['429 listAlerts', 'Answer every listAlerts request with 429'],
    ['429 listAlerts x1', 'Answer the next listAlerts request with 429'],
    ['429 x2', 'Answer the next 2 requests with 429'],
  ])('%s is said as it acts', (text, label) => {
    expect(faultsOf(text, OPERATIONS)[0]?.label).toBe(label)
  })
})

it.each([
  ['cmp_1a', { kind: 'open', screen: 'campaigns', id: 'cmp_1a' }],
  ['req_12', { kind: 'open', screen: 'requests', id: 'req_12' }],
  ['key_', undefined],
  ['acc_demo', undefined],
])('opens the record %s', (text, act) => {
  expect(recordOf(text)?.act).toEqual(act)
})

describe('search', () => {
  const of = (label: string, detail?: string) => ({
    id: label,
    label,
    ...(detail === undefined ? {} : { detail }),
    act: { kind: 'reset' as const },
  })
  const ALL = [of('The keys'), of('Monkeys'), of('Keyword'), of('Alerts', 'key_1')]
  const found = (text: string, most = 9) => matching(ALL, text, most).map(({ label }) => label)

  it('has beginnings first, then beginnings of words', () => {
    expect(found('key')).toEqual(['Keyword', 'The keys', 'Monkeys', 'Alerts'])
    expect(found('key', 2)).toEqual(['Keyword', 'The keys'])
  })

  it('needs all words, in any order and case', () => {
    expect(found('KEYS the')).toEqual(['The keys'])
    expect(found('the alerts')).toEqual([])
    expect(found('')).toHaveLength(ALL.length)
  })
})

it('offers what changes something', () => {
  const labels = (state: Parameters<typeof actionsFor>[0]) =>
    actionsFor(state).map(({ label }) => label)

  expect(labels({ frozen: true, hasFaults: false })).toContain('Unfreeze the clock')
  expect(labels({ frozen: false, hasFaults: false })).toContain('Freeze the clock')
  expect(labels({ frozen: true, hasFaults: false })).not.toContain('Switch off all faults')
  expect(labels({ frozen: true, hasFaults: true })).toContain('Switch off all faults')
})
