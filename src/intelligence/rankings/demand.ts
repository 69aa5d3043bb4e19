import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix, noise, signed, unit } from '../../text/hash.ts'
import { dayNumber, dayOf, startOfDay, weekday } from '../dates.ts'
import { type Phrase, phraseOf, sizeOfHead } from '../wording/phrase.ts'
import { cityIn, type Place, placeOf, shareOf } from './places.ts'
import { type Season, seasonOf } from './seasons.ts'

/** Monthly volumes in the steps of Google's Keyword Planner, each about a fifth above the one before. */
const VOLUMES: readonly number[] = [
  ...[10, 20, 30, 40, 50, 70, 90, 110, 140, 170, 210, 260, 320, 390, 480, 590, 720, 880],
  ...[1000, 1300, 1600, 1900, 2400, 2900, 3600, 4400, 5400, 6600, 8100, 9900, 12_100, 14_800],
  ...[18_100, 22_200, 27_100, 33_100, 40_500, 49_500, 60_500, 74_000, 90_500, 110_000, 135_000],
  ...[165_000, 201_000, 246_000, 301_000, 368_000, 450_000, 550_000, 673_000, 823_000],
  ...[1_000_000, 1_220_000, 1_500_000, 1_830_000, 2_240_000, 2_740_000, 3_350_000, 4_090_000],
  ...[5_000_000, 6_120_000, 7_480_000, 9_140_000, 11_100_000, 13_600_000, 16_600_000, 20_400_000],
]

/** The daily searches for a keyword, regardless of who tracks it. */
export interface Demand {
  /** Searches in an average month. */
  searches: number
  /** Searches on a workday, weekend day and public holiday, as parts of those of an average day. */
  rates: { workday: number; weekend: number; holiday: number }
  season: Season
  /** Seeds the variation. */
  stream: number
  /** The month that was asked for last. */
  last: Month | undefined
}

interface Month {
  month: number
  /** Searches in it, in steps; null if they are too rare to measure. */
  volume: number | null
  /** Of an average day, in hundredths. */
  daily: number
}

/** Words of searches that are related to work. */
const AT_WORK =
  /\b(?:software|saas|crm|erp|api|seo|b2b|apps? for teams?|management|manager|analytics|kanban|gantt|invoicing|payroll|accounting|recruiting|marketing|agency|agencies|enterprise|office|consulting|spreadsheets?)\b/

const MONTHS_A_DAY = 12 / 365

export function demandOf(seed: number, phrase: Phrase, place: Place): Demand {
  const { normal, key } = phrase
  const stream = hashText(key, mix(seed, 6))
  // Searches related to work fall by half at the weekend; others rise or fall a little.
  const chance = unit(mix(stream, 1))
  const isWork = AT_WORK.test(normal)
  const weekend = isWork ? 0.4 + 0.2 * chance : 0.8 + 0.5 * chance
  // Nearly nobody works on a holiday, and some look for something else more than usual.
  const leisure = unit(mix(stream, 3))
  const holiday = isWork ? 0.15 + 0.1 * chance : leisure < 0.8 ? 0.4 + 0.3 * leisure : 1 + leisure
  return {
    searches: monthlySearches(seed, phrase, place),
    rates: { workday: (7 - 2 * weekend) / 5, weekend, holiday },
    season: seasonOf(normal, place, mix(stream, 4)),
    stream: mix(stream, 2),
    last: undefined,
  }
}

/** How far the searches of a year's months are from those of an average month, on a logarithmic scale, and for how long. */
const TREND = { size: 0.25, months: 4 }

/** The searches of a month; months are counted from the year 0. */
function monthOf(demand: Demand, month: number): Month {
  if (demand.last?.month !== month) {
    const trend = TREND.size * noise(mix(demand.stream, 5), month, TREND.months)
    const searches = demand.searches * Math.exp(trend)
    const volume = measured(searches)
    demand.last = { month, volume, daily: (volume ?? searches) * MONTHS_A_DAY * 100 }
  }
  return demand.last as Month
}

/** The monthly volume that is known on a day. */
export function volumeOn(demand: Demand, { month }: CalendarDay): number | null {
  return monthOf(demand, month).volume
}

const LEAP_YEAR = dayNumber('2024-01-01')
/** Public holidays of most countries with search data: New Year, Christmas Eve to Boxing Day. */
const HOLIDAYS = new Set(
  ['01-01', '12-24', '12-25', '12-26'].map((date) => dayNumber(`2024-${date}`) - LEAP_YEAR),
)

/** What decides the searches of a day, the same for all keywords. */
export interface CalendarDay {
  day: number
  kind: 'workday' | 'weekend' | 'holiday'
  /** Counted from the year 0. */
  month: number
  /** Its index in a leap year, so that a date has the same index in every year. */
  index: number
}

export function calendarDay(day: number): CalendarDay {
  const date = new Date(startOfDay(day))
  const index = dayOf(Date.UTC(2024, date.getUTCMonth(), date.getUTCDate())) - LEAP_YEAR
  const isWeekend = weekday(day) === 0 || weekday(day) === 6
  const kind = HOLIDAYS.has(index) ? 'holiday' : isWeekend ? 'weekend' : 'workday'
  return { day, kind, month: date.getUTCFullYear() * 12 + date.getUTCMonth(), index }
}

/** The searches of a day, in whole hundredths, so that sums are exact. */
export function searchesOn(demand: Demand, on: CalendarDay): number {
  const { rates, season, stream } = demand
  const { shape, shift, size } = season
  const seasonal = 1 + size * (shape[(on.index + shift) % shape.length] as number)
  const usual = monthOf(demand, on.month).daily * rates[on.kind]
  const searches = usual * seasonal * (1 + 0.07 * signed(mix(stream, on.day)))
  return Math.floor(searches + 0.5)
}

/** Searches for a keyword in an average month in a location; null if they are too rare to measure. */
export function searchVolume(seed: number, keyword: string, location = ''): number | null {
  return measured(monthlySearches(seed, phraseOf(normalize(keyword)), placeOf(location)))
}

/** The searches of the world for the head of a phrase, which each qualifier divides. */
function monthlySearches(
  seed: number,
  { normal, key, head, qualifiers }: Phrase,
  place: Place,
): number {
  const ofHead = sizeOfHead(head, qualifiers === 0) + 0.5 * signed(hashText(head, mix(seed, 2)))
  const narrowed = qualifiers * (0.5 + 0.4 * unit(hashText(key, mix(seed, 3))))
  const size = ofHead - narrowed - (cityIn(normal) ? 0.3 : 0)
  return 10 ** size * shareOf(place, key)
}

/** The step of the keyword planner. Steps keep the order of volumes, so a city never has more than its country. */
function measured(searches: number): number | null {
  return VOLUMES.findLast((volume) => volume <= searches) ?? null
}
