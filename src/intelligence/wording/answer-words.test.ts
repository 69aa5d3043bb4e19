import { describe, expect, test } from 'vitest'
import { answerOf, rendered, SOURCES } from '../../../test/support/spoken-answers.ts'
import { answerMarkdown, excerptOf } from './answer-text.ts'
import { promptsOf } from './prompts.ts'

describe('names', () => {
  const ODD = [
    '$& {list}',
    '<b>Bold</b>',
    '"Quoted"',
    '*_`x`_*',
    'שלום [a](b)',
    '🚲 & Söhne',
    'A &amp; B',
    '1. ~~x~~ #',
  ]

  test('survive unchanged', () => {
    for (let n = 0; n < 500; n++) {
      const answer = answerOf(n, { names: ODD })
      const text = rendered(answerMarkdown(answer))

      for (const [at, { name }] of answer.brands.entries()) {
        expect(text).toContain(name)
        expect(excerptOf(answer, at)).toContain(name)
      }
    }
  })
})

test.each([
  'a',
  'c++',
  'yahoo!',
  '$& $1 {list}',
  "men's *shoes*",
  'crm,erp; seo: all',
  'dentist "open" on saturday',
  '<b>bike</b> & more',
  'word '.repeat(40),
  'w'.repeat(200),
])('quotes a keyword of any form: %s', (keyword) => {
  const quotes = Array.from({ length: 60 }, (_, n) =>
    rendered(answerMarkdown(answerOf(n, { keyword })).replace(/^###.*/, '')),
  )
    .flatMap((text) => /(?<=\s)"[^"]+"(?=[\s,.:])/.exec(text) ?? [])
    .map((quote) => quote.slice(1, -1).toLowerCase())
  const bare = keyword.trim().replaceAll('"', '').replace(/!$/, '')

  expect(quotes.length).toBeGreaterThan(20)
  for (const quote of quotes) {
    expect(quote.length).toBeLessThanOrEqual(81)
    expect(bare.startsWith(quote.replace(/…$/, ''))).toBe(true)
  }
})

describe('a keyword of another language', () => {
  test.each([
    ['日本語 クラウド', /です|ます/],
    ['café près de moi', / (?:le|la|les|des|est|pour) /],
    ['fahrrad für kinder', / (?:und|die|der|das|ist|sind) /],
    ['zapatos baratos', / (?:el|la|los|las|es|para) /],
    ['حذاء رياضي', /من|على|في/],
  ])('is answered in its language: %s', (keyword, words) => {
    for (let n = 0; n < 50; n++) {
      const answer = answerOf(n, { keyword, sources: SOURCES })

      expect(rendered(answerMarkdown(answer))).toMatch(words)
      expect(promptsOf(keyword, 'goods').join()).toContain(keyword)
      for (const [at, { name }] of answer.brands.entries()) {
        const excerpt = excerptOf(answer, at)
        expect(excerpt).toContain(name)
        expect(excerpt.length).toBeGreaterThan(name.length + 10)
        expect(rendered(answerMarkdown(answer))).toContain(excerpt)
      }
    }
  })

  test.each(['φορητός υπολογιστής', '전기 자전거', '🚲'])(
    'gets English prompts and answers: %s',
    (keyword) => {
      const [first, second] = promptsOf(keyword, 'goods')
      expect(first).toContain(`“${keyword}”`)
      expect(second).not.toBe(first)
      expect(answerMarkdown(answerOf(3, { keyword }))).toContain(' ')
    },
  )

  test.each([
    'café near me',
    'mit online courses',
    'grand prix tickets',
    'lake como hotels',
    'crm',
  ])('is not suspected: %s', (keyword) =>
    expect(answerMarkdown(answerOf(3, { keyword }))).not.toContain('###'),
  )
})
