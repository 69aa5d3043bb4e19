import { expect, it } from 'vitest'
import { hasKeyword, normalKeywords } from './keywords.ts'

/** More than are looked through one by one. */
const many = Array.from({ length: 20 }, (_, n) => `keyword ${n}`)

it.each([{ keywords: ['trail shoes', 'running'] }, { keywords: many }])(
  'makes no list of its own for normal keywords, each once',
  (campaign) => {
    expect(normalKeywords(campaign)).toBe(campaign.keywords)
  },
)

it('normalizes keywords, and keeps the first of equal ones', () => {
  const few = ['Trail  Shoes', 'running', 'trail shoes']
  const more = [...many, 'KEYWORD 3', 'Running']

  expect(normalKeywords({ keywords: few })).toEqual(['trail shoes', 'running'])
  expect(normalKeywords({ keywords: more })).toEqual([...many, 'running'])
  expect(normalKeywords({ keywords: ['running', 'running'] })).toEqual(['running'])
})

it.each([{ keywords: many.slice(0, 3) }, { keywords: many }])(
  'finds the keywords of a list, and no others',
  (campaign) => {
    expect(campaign.keywords.every((keyword) => hasKeyword(campaign, keyword))).toBe(true)
    expect(hasKeyword(campaign, 'keyword')).toBe(false)
  },
)
