import { describe, expect, it } from 'vitest'
import generated from '../../spec/documents/openapi.ts'
import { valueAt } from '../schema/pointer.ts'
import { type AlertInput, type AlertMatter, alertLetsThrough } from './alert.ts'
import { EVENT_KINDS } from './event.ts'

const campaign_id = 'cmp_one'
const ofCampaign = (event: AlertInput['event'], fields: Partial<AlertInput> = {}): AlertInput => ({
  name: 'An alert',
  campaign_id,
  event,
  ...fields,
})

it('knows the kinds of the document', () => {
  expect([...EVENT_KINDS]).toEqual(valueAt(generated, '/components/schemas/EventKind/enum'))
})

describe('an alert on rankings', () => {
  const moved = (from: number, to: number, keyword = 'Crm  Software'): AlertMatter => ({
    type: 'ranking.changed',
    campaign_id,
    data: { keyword, position: to, previous_position: from },
  })

  it.each<[string, Partial<AlertInput>, AlertMatter, boolean]>([
    ['any change', {}, moved(9, 8), true],
    ['a change of another campaign', { campaign_id: 'cmp_two' }, moved(9, 8), false],
    ['a fall of the smallest change', { min_change: 5 }, moved(9, 14), true],
    ['a rise of the smallest change', { min_change: 5 }, moved(14, 9), true],
    ['a fall that is too small', { min_change: 5 }, moved(9, 13), false],
    ['a rise that is too small', { min_change: 5 }, moved(13, 9), false],
    ['the keyword in another case', { keyword: 'crm software ' }, moved(9, 8), true],
    ['another keyword', { keyword: 'crm' }, moved(9, 8), false],
    [
      'the keyword, moved too little',
      { keyword: 'crm software', min_change: 2 },
      moved(9, 8),
      false,
    ],
    ['another keyword that moved', { keyword: 'crm', min_change: 2 }, moved(9, 1), false],
    ['the keyword that moved', { keyword: 'crm software', min_change: 2 }, moved(9, 1), true],
  ])('%s', (_, fields, event, isThrough) => {
    expect(alertLetsThrough(ofCampaign('ranking.changed', fields), event)).toBe(isThrough)
  })
})

describe('an alert on mentions', () => {
  const mention: AlertMatter = {
    type: 'mention.detected',
    campaign_id,
    data: { keyword: 'crm software', platform: 'Perplexity' },
  }

  it.each<[string, Partial<AlertInput>, boolean]>([
    ['any mention', {}, true],
    ['a mention of another campaign', { campaign_id: 'cmp_two' }, false],
    ['its platform', { platform: 'Perplexity' }, true],
    ['another platform', { platform: 'Claude' }, false],
    ['its keyword', { keyword: 'CRM Software' }, true],
    ['another keyword', { keyword: 'crm' }, false],
    ['its platform, another keyword', { platform: 'Perplexity', keyword: 'crm' }, false],
    ['its keyword, another platform', { platform: 'Grok', keyword: 'crm software' }, false],
  ])('%s', (_, fields, isThrough) => {
    expect(alertLetsThrough(ofCampaign('mention.detected', fields), mention)).toBe(isThrough)
  })
})

it.each(EVENT_KINDS)('an alert on %s lets through this kind only', (kind) => {
  const data = { keyword: 'a', platform: 'Grok', position: 2, previous_position: 1 }
  const through = EVENT_KINDS.filter((type) =>
    alertLetsThrough(ofCampaign(kind), { type, campaign_id, data }),
  )

  expect(through).toEqual([kind])
})
