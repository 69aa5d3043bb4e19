import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix, pick, unit } from '../../text/hash.ts'
import { formatDay, startOfDay } from '../dates.ts'
import type { Kind } from './kinds.ts'
import { type Language, languageOf } from './languages.ts'
import { phraseOf } from './phrase.ts'

/** What an answer knows about a brand in figures. All but the number of reviews stay for ever, so that answers agree. */
export interface Details {
  price: string
  /** Of 5 stars. */
  rating: string
  reviews: string
  month: string
  model: string
}

/**
 * By kind of business, the least and the most that something costs, and what for. Of several lines, the first that fits: the words of
 * the keyword, or the head of its phrase.
 */
const PRICES: readonly (readonly [
  kind: Kind,
  words: RegExp,
  least: number,
  most: number,
  per: string,
])[] = [
  ['software', /./, 6, 45, ' per user a month'],
  ['goods', /^(?:repair|service|fitting)$/, 45, 150, ''],
  ['goods', /^(?:bag|lock|helmet|light|chain|grip|pump|tyre|tire|bell|jacket|case)$/, 15, 120, ''],
  ['goods', /\bkids\b/, 90, 390, ''],
  ['goods', /e-?bike|electric bike|cargo bike/, 1490, 4490, ''],
  ['goods', /bike|laptop|sofa|mattress|camera|tv|machine|treadmill/, 390, 1890, ''],
  ['goods', /./, 29, 190, ''],
  ['food', /./, 4, 35, ' a pack'],
  ['lodging', /./, 79, 310, ' a night'],
  ['travel', /./, 340, 2400, ' per person'],
  ['transport', /./, 12, 140, ' a trip'],
  ['dining', /./, 14, 65, ' per person'],
  ['trades', /./, 45, 190, ' an hour'],
  ['professional', /./, 80, 290, ' an hour'],
  ['finance', /./, 5, 60, ' a month'],
  ['health', /./, 50, 260, ' a visit'],
  ['education', /./, 49, 890, ' per course'],
  ['generic', /./, 19, 390, ''],
]

/** The first currency whose place a location has; dollars elsewhere. */
const CURRENCIES: readonly (readonly [places: RegExp, sign: string])[] = [
  [/united kingdom|england|scotland/i, '£'],
  [/ireland|germany|france|spain|italy|austria|netherlands|portugal|belgium/i, '€'],
]

const MODELS = [
  'One',
  'S2',
  'Pro',
  'Lite',
  'X4',
  'Classic',
  'Urban',
  'Max',
  '300',
  'Core',
  'Go',
  'Plus',
]

/** What the figures of an answer depend on. */
interface Asked {
  keyword: string
  kind: Kind
  location: string
  day: number
}

export function detailsOf(name: string, { keyword, kind, location, day }: Asked): Details {
  const brand = hashText(name, 21)
  const normal = normalize(keyword)
  const { head } = phraseOf(normal)
  const [, words, least = 0, most = 0, per = ''] =
    PRICES.find(([of, words]) => of === kind && (words.test(head) || words.test(normal))) ?? []
  const limit = Number(/\bunder [£$€]?(\d{2,6})\b/.exec(keyword)?.[1] ?? Number.POSITIVE_INFINITY)
  const usual = least * (most / least) ** unit(mix(brand, hashText(String(words))))
  const value = usual < limit ? usual : limit * (0.6 + 0.39 * unit(mix(brand, 7)))
  const price = value < 60 ? value : 10 * Math.round(value / 10) - 1
  const language = languageOf(keyword)
  const { group, point, unit: usualUnit, factor } = FORMS[language === 'other' ? 'en' : language]
  const currency = language === 'ar' && /saudi/i.test(location) ? ' ريال' : usualUnit
  const sign = CURRENCIES.find(([places]) => places.test(location))?.[1] ?? '$'
  const grouped = (number: number) =>
    String(Math.max(1, Math.round(number))).replace(/\B(?=(\d{3})+$)/g, group)
  const growth = 0.3 + 6 * unit(mix(brand, 3)) ** 2
  const reviews = 120 + 4000 * unit(mix(brand, 4)) ** 2 + growth * (day - FIRST_DAY)
  return {
    price: currency ? grouped(price * factor) + currency : `${sign}${grouped(price)}${per}`,
    rating: (3.7 + 1.1 * unit(mix(brand, 5))).toFixed(1).replace('.', point),
    reviews: grouped(reviews),
    month: `${MONTHS[new Date(startOfDay(day)).getUTCMonth()]} ${formatDay(day).slice(0, 4)}`,
    model: pick(MODELS, mix(brand, 6)),
  }
}

/** 2023-01-01, when reviews begin to be counted. */
const FIRST_DAY = 19_358
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** How numbers and prices are written; the currency of English answers is that of the place. */
const FORMS: Record<Language, { group: string; point: string; unit?: string; factor: number }> = {
  en: { group: ',', point: '.', factor: 1 },
  de: { group: '.', point: ',', unit: ' €', factor: 1 },
  fr: { group: '\u202f', point: ',', unit: ' €', factor: 1 },
  es: { group: '.', point: ',', unit: ' €', factor: 1 },
  ja: { group: ',', point: '.', unit: '円', factor: 150 },
  ar: { group: ',', point: '.', unit: ' درهم', factor: 4 },
}
