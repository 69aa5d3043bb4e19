import { expect, it } from 'vitest'
import { didYouMean, similarTo } from './similar.ts'

const NAMES = ['listCampaigns', 'getCampaign', 'campaign.completed', 'plan', 'port', 'id']

it.each([
  ['listCampaing', 'listCampaigns'],
  ['campaign.complete', 'campaign.completed'],
  ['plna', 'plan'],
  ['LISTCAMPAIGNS', 'listCampaigns'],
])('%s was meant to be %s', (unknown, meant) => {
  expect(similarTo(unknown, NAMES)).toBe(meant)
  expect(didYouMean(unknown, NAMES)).toBe(` Did you mean ${meant}?`)
})

it('the nearest name wins, wherever it is in the list', () => {
  expect(similarTo('getRankings', ['getRanking', 'getRankingsX', 'getRankings'])).toBe(
    'getRankings',
  )
  expect(similarTo('readOnlz', ['readOnce', 'readOnly'])).toBe('readOnly')
})

it.each(['', 'x', 'to', 'elephant', 'plantation', 'listCampaigns'.repeat(10)])(
  'nothing is near %j',
  (unknown) => expect(didYouMean(unknown, NAMES)).toBe(''),
)

it('thousands of long unknown names cost nothing', () => {
  const name = 'a'.repeat(1_000_000)
  const known = Array.from({ length: 1000 }, (_, index) => `${'a'.repeat(50)}${index}`)

  for (let index = 0; index < 10_000; index++) expect(similarTo(name, known)).toBeUndefined()
})
