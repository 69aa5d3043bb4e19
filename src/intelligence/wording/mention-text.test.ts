import { describe, expect, test } from 'vitest'
import { mentions } from '../../../test/support/processes/in-one-go.ts'
import { formatDay } from '../dates.ts'
import { completeContext } from '../mentions/context.ts'
import { mentionOf } from '../mentions/mentions.ts'
import { PLATFORMS } from '../mentions/platforms.ts'
import type { Mention } from '../records.ts'
import { kindOf } from './kinds.ts'
import { type Theme, VOCABULARY } from './vocabulary.ts'
import { ASIDES, REMARKS, VOICES } from './voices.ts'

/** A brand of each kind of business, and some that fit none. */
const BRANDS = [
  [
    'Hotel Aurelia',
    'nicest hotel in dublin',
    'quiet hotel dublin city centre',
    'where to stay in dublin',
  ],
  ['Northwheel', 'best electric bike under 2000', 'kids bike 20 inch', 'bike repair near me'],
  ['Planwell', 'best project management software', 'trello vs asana', 'how to plan resources'],
  ['Barrows Smiles', 'dental check-up for nervous patients', 'invisible braces prices'],
  ['Walsh Journeys', 'walking holidays', 'cycling tours for couples', 'best city breaks'],
  ['Finora', 'best savings account', 'cheap car insurance', 'best way to send money abroad'],
  ['Brew & Bean', 'best coffee subscription uk', 'coffee beans', 'organic coffee online'],
  ['Trattoria Nove', 'italian restaurant berlin', 'best pizza near me', 'ramen'],
  ['Lingua Lab', 'spanish lessons for beginners', 'online mba', 'learn spanish online'],
  ['Harper & Lowe', 'seo agency london', 'divorce lawyer', 'tax advisor for freelancers'],
  ['FixIt Co.', 'emergency plumber london', '24 hour locksmith near me', 'house cleaning'],
  ['SkyHop', 'cheapest flights to bangkok', 'car rental lisbon', 'airport transfer'],
  ['東京ブランド', '東京 ホテル', 'zapatos para correr'],
  ['Zyxo', 'nike', 'sales pipeline', 'is it worth it to compost', 'best', 'top 10', '?', 'near me'],
].map(([brand = '', ...keywords]) => ({ brand, keywords }))

const SEEDS = [1, 2, 3]

/** Several thousand mentions; `keyword` is one the answer may be about. */
const LIST = SEEDS.flatMap((seed) =>
  BRANDS.flatMap(({ brand, keywords }) =>
    mentions(seed, {
      brand,
      from: '2025-09-01',
      to: '2025-10-31',
      today: '2025-10-31',
      context: {
        keywords,
        competitors: ['rankly.example', 'bright-loom.example'],
        domain: 'a.example',
      },
    }),
  ),
)

/** Excerpts for which something holds that must not; a few are enough to see what is wrong. */
const offending = (holds: (mention: Mention) => boolean) =>
  LIST.filter(holds)
    .slice(0, 5)
    .map(({ excerpt }) => excerpt)

const THEMES: readonly Theme[] = Object.values(VOCABULARY).flatMap(({ themes }) => themes)
const has = (text: string, phrases: readonly string[]) =>
  phrases.some((it) => {
    const at = text.indexOf(it)
    return at === 0 || (at > 0 && text[at - 1] === ' ')
  })
/** What a template can become. */
const patternOf = (template: string) =>
  new RegExp(
    template
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\.$/, ''))
      .join('.+'),
  )
const PRAISE = THEMES.map(([praise]) => praise)
const COMPLAINTS = THEMES.map(([, complaint]) => complaint)

describe('an excerpt', () => {
  test('never praises and blames the same thing', () => {
    const both = offending(({ excerpt }) =>
      THEMES.some(([praise, complaint]) => has(excerpt, [praise]) && has(excerpt, [complaint])),
    )

    expect(LIST.length).toBeGreaterThan(2000)
    expect(both).toEqual([])
  })

  test('praises when positive, complains when negative, and never mixes both', () => {
    const wrong = offending(({ sentiment, excerpt, competitors_mentioned: others, brand }) => {
      // What is said about another brand is not the tone of the mention.
      const own = excerpt
        .split(/(?<=[.?!]) (?=\S)/)
        .filter(
          (sentence) => sentence.includes(brand) || !others.some((it) => sentence.includes(it)),
        )
        .join(' ')
      if (sentiment === 'positive') return !has(own, PRAISE) || has(own, COMPLAINTS)
      if (sentiment === 'negative') return !has(own, COMPLAINTS)
      return has(own, COMPLAINTS) && !has(own, PRAISE) && !/may suit|sensible option/.test(own)
    })

    expect(wrong).toEqual([])
  })

  test('recommends the listed brands only when positive', () => {
    const warm = Object.values(VOICES)
      .flatMap(({ warm, aloneWarm }) => [...warm, aloneWarm])
      .map(patternOf)

    expect(
      offending(
        ({ sentiment, excerpt }) =>
          sentiment !== 'positive' && warm.some((pattern) => pattern.test(excerpt)),
      ),
    ).toEqual([])
  })

  test('repeats no word, not even across sentences', () => {
    expect(
      offending(({ excerpt, brand }) =>
        / (\S+?)[.,:;]? \1[ .,:;]/iu.test(
          ` ${excerpt} `.replaceAll(brand, brand.replaceAll(' ', '_')),
        ),
      ),
    ).toEqual([])
  })

  test('has no article before a superlative, and no wrong one', () => {
    const wrong =
      /\ban? (best|top|most|least|\w+[^aeiou]est)\b(?!s)|\bbest (best|most|\w+est)\b|\ba [aeio](?!ne\b|ne-)|\ban (?!hour|honest|HTML|hono|SEO|LLM|MBA|[AEFHILMNORSX][A-Z])[^aeiouAEIOU]/

    expect(offending(({ excerpt, prompt }) => wrong.test(`${prompt} ${excerpt}`))).toEqual([])
  })

  test('begins with a capital and ends with a stop, as its prompt does', () => {
    const whole = /^\p{Lu}.*[.?!]$/u

    expect(
      offending(
        ({ excerpt, prompt }) =>
          !whole.test(prompt) || !/^\p{Lu}.*([.?!]|\[\d\]\.)$/u.test(excerpt),
      ),
    ).toEqual([])
  })

  test('leaves no placeholder and no gap', () => {
    expect(
      offending(({ excerpt, prompt }) =>
        /[{}]|undefined|\s\s|\s[.,:;]|\.\./.test(`${excerpt} ${prompt}`),
      ),
    ).toEqual([])
  })

  test('names the competitors of the record, each in the opening, and no other rival', () => {
    const wrong = offending(({ excerpt, competitors_mentioned: others, position, brand }) => {
      const ranked = [...others]
      ranked.splice(position - 1, 0, brand)
      const places = ranked.map((name) => excerpt.indexOf(name))
      const unnamed = ['Rankly', 'Bright Loom'].filter((name) => !others.includes(name))
      return (
        places.includes(-1) ||
        places.some((place, n) => n > 0 && place < (places[n - 1] as number)) ||
        has(excerpt, unnamed)
      )
    })

    expect(wrong).toEqual([])
  })

  test('agrees with the rank of the brand', () => {
    const first = offending(
      ({ excerpt, position, brand }) =>
        position > 1 && has(excerpt, [`put ${brand} first`, `Of these, ${brand} earns`]),
    )
    const later = offending(
      ({ excerpt, position, brand }) =>
        position === 1 && has(excerpt, ['Do not overlook', `${brand} is a strong option too`]),
    )
    const last = offending(
      ({ excerpt, position, brand, competitors_mentioned: others }) =>
        position <= others.length && excerpt.includes(`list ${brand} last`),
    )

    expect([first, later, last]).toEqual([[], [], []])
  })

  test('says "I" only on platforms that do', () => {
    expect(
      offending(
        ({ excerpt, platform }) => VOICES[platform]?.spoken === false && /\bI\b/.test(excerpt),
      ),
    ).toEqual([])
  })

  test('has many patterns, all of which occur', () => {
    const templates = [
      ...Object.values(VOICES).flatMap(({ plain, warm, alone, aloneWarm, closings }) => [
        ...[...plain, ...warm, alone, aloneWarm],
        ...closings,
      ]),
      ...Object.values(REMARKS).flatMap((remarks) => remarks.map(({ text }) => text)),
      ...ASIDES,
    ]
    const patterns = templates.map((text) => ({ text, pattern: patternOf(text) }))

    const unused = patterns.filter(
      ({ pattern }) => !LIST.some(({ excerpt }) => pattern.test(excerpt)),
    )

    expect(patterns.length).toBeGreaterThan(100)
    expect(unused.map(({ text }) => text)).toEqual([])
  })
})

test('food delivery is not judged like a dining room', () => {
  expect(kindOf('pizza delivery')).toBe('food')
  expect(kindOf('sushi takeaway')).toBe('food')
  expect(kindOf('pizzeria')).toBe('dining')
})

describe('the vocabulary of each kind of business', () => {
  test.each(Object.entries(VOCABULARY))('%s has themes enough for an answer', (_kind, of) => {
    const themes: readonly Theme[] = of.themes
    const phrases = themes.flatMap(([...phrase]) => phrase.slice(0, 2))

    // Two strengths, two weaknesses, a strength of another.
    expect(themes.length).toBeGreaterThanOrEqual(6)
    expect(new Set(phrases).size).toBe(phrases.length)
    // "A {name}", and nothing that begins with its own article.
    expect(of.names[0]).toMatch(/^[bcdfgklmnpqrstvwxyz]/)
    for (const [, , audience] of themes) expect(audience).not.toMatch(/^(a|an|the) /)
  })

  test.each([
    ['Hotel Aurelia', 'lodging'],
    ['Northwheel', 'goods'],
    ['Planwell', 'software'],
    ['Harper & Lowe', 'professional'],
    ['SkyHop', 'transport'],
    ['東京ブランド', 'generic'],
  ] as const)('is used for %s: %s', (brand, kind) => {
    const own = LIST.filter((it) => it.brand === brand && !/repair/.test(it.prompt))
    const phrases = VOCABULARY[kind].themes.flat()
    const silent = /are often compared/

    expect(own.filter(({ excerpt }) => !has(excerpt, phrases) && !silent.test(excerpt))).toEqual([])
  })
})

describe('a keyword of any form', () => {
  const KEYWORDS = [
    'crm software',
    'best crm',
    'the best hotels in dublin',
    'a good hotel',
    'nicest hotel',
    'hotels',
    'how to choose a crm',
    'where to stay in dublin',
    'can i trust a vpn?',
    'is it worth it',
    'can opener',
    'plumber near me',
    'trello vs asana',
    'alternatives to spreadsheets',
    'buy now pay later',
    'dentist "open" on saturday',
    '“quoted”',
    "men's shoes",
    'café près de moi',
    'φορητός υπολογιστής',
    '日本語 クラウド',
    'حذاء رياضي',
    '🚲',
    'a',
    'x',
    '?',
    '...',
    '$& $1',
    'c++',
    'yahoo!',
    'crm,erp; seo: all',
    'word '.repeat(40).trim(),
    'w'.repeat(200),
  ]
  const SENTIMENTS = ['positive', 'neutral', 'negative'] as const
  const stream = { since: 0, hash: 1, brand: 1, rate: 1, positive: 1, negative: 0 }
  const answers = KEYWORDS.flatMap((keyword) => {
    const given = { keywords: [keyword], competitors: ['rankly.example'], domain: 'a.example' }
    const context = completeContext(1, 'Acme', given)
    return PLATFORMS.flatMap((platform) =>
      SENTIMENTS.flatMap((sentiment) =>
        Array.from({ length: 12 }, (_, n) => ({
          keyword,
          ...mentionOf('Acme', context, {
            hash: n * 0x9e3779b1,
            stream: { ...stream, platform },
            day: 20_000 + n,
            detectedAt: 0,
            sentiment,
            score: 0,
          }),
        })),
      ),
    )
  })
  const wrongIn = (pattern: RegExp) =>
    answers
      .flatMap(({ prompt, excerpt, citations }) => [
        prompt,
        excerpt,
        ...citations.map(({ title }) => title),
      ])
      .filter((text) => pattern.test(text))
      .slice(0, 5)

  test('leaves no placeholder, no gap and no repeated full stop', () => {
    expect(wrongIn(/[{}]|undefined|\s\s|\s[.,:;?!]|^\s|\s$|""|\.\.|…\./)).toEqual([])
  })

  test('begins with a capital if the script has them', () => {
    expect(wrongIn(/^\p{Ll}|[.?!] \p{Ll}/u)).toEqual([])
  })

  test('is quoted, without an added article or ending', () => {
    const quoted = answers.map(({ excerpt }) => excerpt.replace(/"[^"]*"/g, 'Q'))

    expect(quoted.filter((text) => /\b(a|an|the|best) Q|Qs\b/.test(text))).toEqual([])
    expect(quoted.filter((text) => text.includes('"'))).toEqual([])
    for (const keyword of ['hotels', 'plumber near me', 'can opener', 'buy now pay later']) {
      const of = answers.filter((answer) => answer.keyword === keyword)
      expect(of.some(({ excerpt }) => excerpt.includes(`"${keyword}"`))).toBe(true)
      expect(of.every(({ prompt }) => prompt.includes(`"${keyword}"`))).toBe(true)
    }
  })

  test('becomes the prompt if it is a question', () => {
    const prompts = (keyword: string) =>
      answers.filter((answer) => answer.keyword === keyword).map(({ prompt }) => prompt)

    expect(prompts('can i trust a vpn?')).toContain('Can I trust a VPN?')
    expect(prompts('how to choose a crm')).toContain('How do I choose a CRM?')
  })

  test('is cut in the answer and complete in the prompt if it is long', () => {
    for (const { keyword, prompt, excerpt } of answers) {
      if (keyword.length < 100) continue
      expect(prompt).toContain(keyword)
      expect(excerpt.length).toBeLessThan(500)
    }
  })

  test('stands for products and services if it names nothing', () => {
    for (const { keyword, prompt } of answers) {
      if (keyword === '?' || keyword === '...') expect(prompt).toContain('"products and services"')
    }
  })
})

test('answers hardly repeat on a page of 50 mentions, on any platform', () => {
  for (const { name } of PLATFORMS) {
    const page = mentions(1, {
      brand: 'Acme',
      platforms: [name],
      from: '2024-09-01',
      to: formatDay(20_392),
      today: formatDay(20_392),
      context: { keywords: ['crm software'], competitors: ['rankly.example'], domain: 'a.example' },
    }).slice(0, 50)
    const frames = new Set(page.map(({ excerpt }) => excerpt.split(/[.?!] /)[0]))

    expect(new Set(page.map(({ excerpt }) => excerpt)).size).toBeGreaterThanOrEqual(49)
    expect(frames.size).toBeGreaterThan(20)
    expect(new Set(page.map(({ prompt }) => prompt)).size).toBeGreaterThanOrEqual(6)
  }
})
