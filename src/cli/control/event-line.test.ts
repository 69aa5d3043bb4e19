import { expect, it } from 'vitest'
import { eventLine } from './event-line.ts'

const RANKING = {
  campaign_name: 'Gear',
  keyword: 'gravel bike',
  previous_position: 6,
  position: 4,
  change: 2,
}
const MENTION = {
  campaign_name: 'Gear',
  brand: 'Northwheel',
  platform: 'Claude',
  keyword: 'gravel bike',
}

it.each([
  ['ranking.changed', RANKING, 'gravel bike 6 → 4', 'green'],
  ['ranking.changed', { ...RANKING, position: 9, change: -3 }, 'gravel bike 6 → 9', 'red'],
  [
    'ranking.changed',
    { ...RANKING, previous_position: null, change: null },
    'gravel bike not ranked → 4',
    'green',
  ],
  [
    'ranking.changed',
    { ...RANKING, position: null, change: null },
    'gravel bike 6 → not ranked',
    'red',
  ],
  [
    'mention.detected',
    { ...MENTION, sentiment: 'positive' },
    'Claude names Northwheel for "gravel bike", positive',
    'green',
  ],
  [
    'mention.detected',
    { ...MENTION, sentiment: 'negative' },
    'Claude names Northwheel for "gravel bike", negative',
    'red',
  ],
  [
    'ranking.changed',
    { ...RANKING, keyword: 'undefined behavior' },
    'undefined behavior 6 → 4',
    'green',
  ],
  [
    'campaign.completed',
    { campaign_name: 'Gear', keywords: 8, average_position: null, mentions: 1 },
    '8 keywords, average position none, 1 mention',
    undefined,
  ],
])('says what happened: %s %j', (type, data, text, style) => {
  const { parts } = lineOf(type, JSON.stringify({ type, data }))

  expect(parts).toContainEqual(style === undefined ? text : { style, text })
  expect(parts).toContainEqual({ style: 'dim', text: 'Gear  evt_1' })
})

it.each([
  ['no JSON', '<event/>'],
  ['another form', '{"kind":"ranking.changed","payload":{}}'],
  ['no data', '{"type":"ranking.changed","data":null}'],
  ['other names', '{"type":"ranking.changed","data":{"term":"gravel bike","rank":4}}'],
  ['an unknown type', '{"type":"constructor","data":{"campaign_name":"Gear"}}'],
])('shows an event of %s by its ids', (_, body) => {
  const { parts } = lineOf('ranking.changed', body)

  expect(parts.slice(1)).toEqual([
    '  ranking.changed     ',
    { style: 'dim', text: 'cmp_1  evt_1' },
    '',
  ])
})

function lineOf(type: string, body: string) {
  const event = { id: 'evt_1', type, at: '2026-03-01T09:00:00.000Z', campaign_id: 'cmp_1', body }
  return eventLine(event, '')
}
