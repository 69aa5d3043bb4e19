import { normalize } from '../accounts/normalize.ts'
import { weekday } from './dates.ts'
import { hashText, mix, signed, unit } from './hash.ts'
import { normalVolume } from './keyword-facts.ts'
import { perCampaign } from './per-campaign.ts'
import { countDays, type Days } from './period.ts'
import { tracksOf } from './tracks.ts'

/** How often a keyword is searched for on a day; the same whoever tracks it. */
export interface Demand {
  /** Searches in an average month, as `normalVolume` gives them. */
  volume: number
  /** Searches on a usual day, Monday to Friday, and on one of the weekend, in hundredths. */
  workday: number
  weekend: number
  /** The days' differences. */
  stream: number
}

/** One expression, since `kindOf` takes far longer, and every keyword of a dashboard is asked. */
const AT_WORK =
  /\b(?:software|saas|crm|erp|api|seo|b2b|apps? for teams?|management|manager|analytics|kanban|gantt|invoicing|payroll|accounting|recruiting|marketing|agency|agencies|enterprise|office|consulting|spreadsheets?)\b/

const MONTHS_A_DAY = 12 / 365

function demandOf(seed: number, normal: string, location: string): Demand {
  const volume = normalVolume(seed, normal, location)
  const stream = hashText(normal, mix(seed, 6))
  const daily = volume * MONTHS_A_DAY * 100
  // What people look for at work falls by half at the weekend; of the rest some rises and some falls.
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

/** Fills in the searches of consecutive days, in hundredths, which are whole so that sums are exact. */
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

/** As `fillSearches`, in an array of its own. */
export function searchesOn(demand: Demand, { first, last }: Days): Int32Array {
  return fillSearches(demand, first, new Int32Array(countDays({ first, last })))
}
