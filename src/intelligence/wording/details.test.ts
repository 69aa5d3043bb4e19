import { expect, test } from 'vitest'
import { detailsOf } from './details.ts'
import { languageOf } from './languages.ts'

const NAMES = Array.from({ length: 40 }, (_, n) => `Brand ${n}`)
const asked = { kind: 'goods', location: 'New York, United States', day: 20_000 } as const

test.each([
  ['bike lock for electric bikes', 15, 120],
  ['bike bag for kids', 15, 120],
  ['bike helmet with light', 15, 120],
  ['electric bike with lights', 1490, 4490],
  ['light laptop', 390, 1890],
  ['kids bike 20 inch', 90, 390],
  ['best electric bike under 2000', 1000, 2000],
])('the price of %s is from %i to %i dollars', (keyword, least, most) => {
  const prices = NAMES.map((name) => {
    const { price } = detailsOf(name, { ...asked, keyword })
    return Number(price.replace(/\D/g, ''))
  })

  expect(Math.min(...prices)).toBeGreaterThanOrEqual(least - 1)
  expect(Math.max(...prices)).toBeLessThanOrEqual(most)
  expect(new Set(prices).size).toBeGreaterThan(10)
})

test.each([
  ['gravel bike', 'Leeds, United Kingdom', /^£[\d,]+$/],
  ['gravel bike', 'Dublin, Ireland', /^€[\d,]+$/],
  ['gravel bike', 'Osaka, Japan', /^\$[\d,]+$/],
  ['fahrrad kaufen', 'Berlin, Germany', /^[\d.]+ €$/],
  ['自転車のおすすめ', 'Osaka, Japan', /^[\d,]+円$/],
  ['أفضل دراجة', 'Riyadh, Saudi Arabia', /^[\d,]+ ريال$/],
  ['أفضل دراجة', 'Dubai, United Arab Emirates', /^[\d,]+ درهم$/],
])(
  'the price of %s in %s is in the currency of the place or the language',
  (keyword, location, form) => {
    expect(detailsOf('Brand', { ...asked, keyword, location }).price).toMatch(form)
  },
)

test.each([
  ['lohnt sich eine zahnzusatzversicherung', 'de'],
  ['bäckerei in münchen', 'de'],
  ['comment choisir un oreiller ergonomique', 'fr'],
  ['cuánto cuesta un curso intensivo', 'es'],
  ['best crm software', 'en'],
  ['menu del giorno', 'en'],
])('%s is %s', (keyword, language) => {
  expect(languageOf(keyword)).toBe(language)
})
