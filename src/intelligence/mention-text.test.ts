import { describe, expect, test } from 'vitest'
import { kindOf } from './kinds.ts'
import { type Mention, mentions } from './mentions.ts'
import { ASIDES, REMARKS } from './remarks.ts'
import { VOICES } from './voices.ts'
import { WORDING } from './wording.ts'

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

const THEMES = Object.values(WORDING).flatMap(({ themes }) => Object.values(themes))
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
const PRAISE = THEMES.flatMap(({ praise }) => praise)
const COMPLAINTS = THEMES.flatMap(({ complaint }) => complaint)

describe('an excerpt', () => {
  test('never praises and blames the same thing', () => {
    const both = offending(({ excerpt }) =>
      Object.values(WORDING).some(({ themes }) =>
        Object.values(themes).some(
          ({ praise, complaint }) => has(excerpt, praise) && has(excerpt, complaint),
        ),
      ),
    )

    expect(LIST.length).toBeGreaterThan(2000)
    expect(both).toEqual([])
  })

  test('praises when positive, complains when negative, and speaks to the tone alone', () => {
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

  test('recommends whom it lists only when positive', () => {
    const warm = Object.values(VOICES)
      .flatMap(({ many, alone }) => [...many, ...alone])
      .filter((opening) => opening.warm)
      .map(({ text }) => patternOf(text))

    expect(
      offending(
        ({ sentiment, excerpt }) =>
          sentiment !== 'positive' && warm.some((pattern) => pattern.test(excerpt)),
      ),
    ).toEqual([])
  })

  test('has no doubled word, not even across sentences', () => {
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

  test('agrees with the rank of the brand where it speaks of it', () => {
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

  test('is made of many patterns, and all of them occur', () => {
    const templates = [
      ...Object.values(VOICES).flatMap(({ many, alone, closings }) => [
        ...many,
        ...alone,
        ...closings,
      ]),
      ...Object.values(REMARKS).flat(),
    ].map(({ text }) => text)
    const patterns = [...templates, ...ASIDES].map((text) => ({ text, pattern: patternOf(text) }))

    const unused = patterns.filter(
      ({ pattern }) => !LIST.some(({ excerpt }) => pattern.test(excerpt)),
    )

    expect(patterns.length).toBeGreaterThan(100)
    expect(unused.map(({ text }) => text)).toEqual([])
  })
})

test('what is brought to the door is not judged like a dining room', () => {
  expect(kindOf('pizza delivery')).toBe('food')
  expect(kindOf('sushi takeaway')).toBe('food')
  expect(kindOf('pizzeria')).toBe('dining')
})

describe('the wording of each kind of business', () => {
  test.each(Object.entries(WORDING))('%s has themes enough for an answer', (_kind, wording) => {
    const { themes, audiences } = wording
    const phrases = Object.values(themes).flatMap(({ praise, complaint }) => [
      ...praise,
      ...complaint,
    ])

    // Two strengths, two weaknesses, a strength of another, and what the audience looks at.
    expect(Object.keys(themes).length).toBeGreaterThanOrEqual(6)
    expect(new Set(phrases).size).toBe(phrases.length)
    for (const { theme } of audiences) expect(themes).toHaveProperty(theme)
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
    const phrases = Object.values(WORDING[kind].themes).flatMap(({ praise, complaint }) => [
      ...praise,
      ...complaint,
    ])
    const silent = /are often compared/

    expect(own.filter(({ excerpt }) => !has(excerpt, phrases) && !silent.test(excerpt))).toEqual([])
  })
})
