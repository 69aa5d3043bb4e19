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
    '日本語 クラウド',
    'φορητός υπολογιστής',
    'café près de moi',
    'fahrrad für kinder',
    'حذاء رياضي',
    '🚲',
  ])('gets a list without sentences: %s', (keyword) => {
    const answer = answerOf(3, { keyword, sources: SOURCES })
    const lines = answerMarkdown(answer).split('\n').filter(Boolean)

    expect(promptsOf(keyword, 'goods')[0]).toBe(keyword)
    expect(lines).toEqual([
      `### ${keyword}`,
      ...answer.brands.map(({ name }, n) => `${n + 1}. **${name}**`),
      ...SOURCES.map(({ title, domain }) => `- ${title} (${domain})`),
    ])
    expect(answer.brands.map((_, n) => excerptOf(answer, n))).toEqual(
      answer.brands.map(({ name }) => name),
    )
  })

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
