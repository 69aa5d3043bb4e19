import { normalize } from '../../accounts/normalize.ts'
import { weekday } from '../dates.ts'
import { hashText, mix, signed, unit } from '../hash.ts'
import { countDays, type Days } from '../period.ts'
import { perCampaign, tracksOf, wordsOf } from './tracks.ts'

/** Monthly volumes in the steps of Google's Keyword Planner, which grow with the figure. */
const VOLUMES = [
  10, 20, 30, 40, 50, 70, 90, 110, 140, 170, 210, 260, 320, 390, 480, 590, 720, 880, 1000, 1300,
  1600, 1900, 2400, 2900, 3600, 4400, 5400, 6600, 8100, 9900, 12_100, 14_800, 18_100, 22_200,
  27_100, 33_100, 40_500, 49_500, 60_500, 74_000, 90_500, 110_000,
] as const

/** The daily searches for a keyword, regardless of who tracks it. */
export interface Demand {
  /** Searches in an average month, from `normalVolume`. */
  volume: number
  /** Searches on an average weekday and weekend day, in hundredths. */
  workday: number
  weekend: number
  /** Seeds the daily variation. */
  stream: number
}

/** One expression, since `kindOf` takes far longer, and a dashboard asks for every keyword. */
const AT_WORK =
  /\b(?:software|saas|crm|erp|api|seo|b2b|apps? for teams?|management|manager|analytics|kanban|gantt|invoicing|payroll|accounting|recruiting|marketing|agency|agencies|enterprise|office|consulting|spreadsheets?)\b/

const MONTHS_A_DAY = 12 / 365

function demandOf(seed: number, normal: string, location: string): Demand {
  const volume = normalVolume(seed, normal, location)
  const stream = hashText(normal, mix(seed, 6))
  const daily = volume * MONTHS_A_DAY * 100
  // Searches related to work fall by half at the weekend; others rise or fall.
  const chance = unit(mix(stream, 1))
  const weekend = AT_WORK.test(normal) ? 0.4 + 0.2 * chance : 0.55 + 0.75 * chance
  return {
    volume,
    weekend: daily * weekend,
    workday: (daily * (7 - 2 * weekend)) / 5,
    stream: mix(stream, 2),
  }
}

/** By keyword, in the order of `tracksOf`. */
export const demandsOf = perCampaign((seed, campaign) => {
  const location = normalize(campaign.settings?.location ?? '')
  return tracksOf(seed, campaign).map(({ normal }) => demandOf(seed, normal, location))
})

/** Fills in the searches of consecutive days, in whole hundredths, so that sums are exact. */
export function fillSearches(demand: Demand, first: number, searches: Int32Array): Int32Array {
  const { workday, weekend, stream } = demand
  let fromSunday = weekday(first)
  for (let i = 0; i < searches.length; i++) {
    const usual = fromSunday === 0 || fromSunday === 6 ? weekend : workday
    searches[i] = usual * (1 + 0.07 * signed(mix(stream, first + i))) + 0.5
    if (++fromSunday === 7) fromSunday = 0
  }
  return searches
}

/** As `fillSearches`, in a new array. */
export function searchesOn(demand: Demand, { first, last }: Days): Int32Array {
  return fillSearches(demand, first, new Int32Array(countDays({ first, last })))
}

/** Monthly searches for a keyword in a location, regardless of who tracks it. */
export function searchVolume(seed: number, keyword: string, location = ''): number {
  return normalVolume(seed, normalize(keyword), normalize(location))
}

/** As `searchVolume`, for a normalized keyword and location. */
export function normalVolume(seed: number, normal: string, location: string): number {
  const hash = hashText(location, hashText(normal, mix(seed, 2)))
  const words = wordsOf(normal)
  // Longer phrases are much rarer.
  const typical = 36 - 5 * words
  const step = Math.round(typical + 8 * (unit(mix(hash, 1)) + unit(mix(hash, 2)) - 1))
  return VOLUMES[Math.min(VOLUMES.length - 1, Math.max(0, step))] as number
}
