import { normalize } from '../../accounts/normalize.ts'
import { hashText, unit } from '../../text/hash.ts'

/** The origin of searches: the parts of a `location` setting, normalized; empty parts are not restricted. */
export interface Place {
  city: string
  country: string
}

/** Share of the searches of the world: our estimate. */
const COUNTRIES: Record<string, number> = {
  'united states': 0.26,
  india: 0.09,
  'united kingdom': 0.075,
  germany: 0.05,
  brazil: 0.05,
  france: 0.04,
  japan: 0.04,
  canada: 0.035,
  italy: 0.03,
  spain: 0.03,
  mexico: 0.03,
  australia: 0.025,
  poland: 0.02,
  netherlands: 0.018,
  sweden: 0.009,
  ireland: 0.009,
  austria: 0.008,
  switzerland: 0.008,
}

const ALIASES: Record<string, string> = {
  usa: 'united states',
  us: 'united states',
  uk: 'united kingdom',
  'great britain': 'united kingdom',
  england: 'united kingdom',
  scotland: 'united kingdom',
  deutschland: 'germany',
  españa: 'spain',
  österreich: 'austria',
}

/** Countries in which summer is in January. */
const SOUTHERN = new Set(
  'australia,new zealand,south africa,argentina,chile,brazil,peru,uruguay'.split(','),
)

/** By country, its known cities with their share of its searches: our estimate. */
const CITIES_OF: Record<string, Record<string, number>> = {
  'united states': {
    'new york': 0.08,
    'los angeles': 0.06,
    chicago: 0.04,
    houston: 0.03,
    boston: 0.03,
    seattle: 0.03,
    austin: 0.02,
    denver: 0.02,
    'san francisco': 0.03,
    miami: 0.03,
  },
  'united kingdom': {
    london: 0.2,
    manchester: 0.06,
    birmingham: 0.05,
    leeds: 0.04,
    bristol: 0.03,
    glasgow: 0.03,
    edinburgh: 0.03,
    liverpool: 0.03,
  },
  ireland: { dublin: 0.4, cork: 0.1, galway: 0.06 },
  germany: { berlin: 0.1, hamburg: 0.06, munich: 0.06, münchen: 0.06, cologne: 0.04 },
  france: { paris: 0.2, lyon: 0.05 },
  spain: { madrid: 0.2, barcelona: 0.15 },
  italy: { rome: 0.12, milan: 0.1 },
  austria: { vienna: 0.35, wien: 0.35 },
  switzerland: { zurich: 0.2 },
  netherlands: { amsterdam: 0.15 },
  sweden: { stockholm: 0.25 },
  poland: { warsaw: 0.15 },
  canada: { toronto: 0.2, vancouver: 0.1 },
  australia: { sydney: 0.25, melbourne: 0.22 },
  japan: { tokyo: 0.3 },
  india: { mumbai: 0.05, delhi: 0.05 },
}

const CITIES = new Map(
  Object.entries(CITIES_OF).flatMap(([country, cities]) =>
    Object.entries(cities).map(([city, share]) => [city, { country, share }] as const),
  ),
)

/** "London, England, United Kingdom" is the city London in the United Kingdom; a single unknown name is a city. */
export function placeOf(location: string): Place {
  const parts = location
    .split(',')
    .map((part) => normalize(part))
    .filter((part) => part !== '')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const country = ALIASES[last] ?? last
  if (parts.length === 1) {
    return country in COUNTRIES || SOUTHERN.has(country)
      ? { city: '', country }
      : { city: first, country: '' }
  }
  return { city: first, country }
}

export function isSouthern({ country }: Place): boolean {
  return SOUTHERN.has(country)
}

/** The share of a keyword's searches that come from a place: of a city never more than of its country. */
export function shareOf({ city, country }: Place, normal: string): number {
  const named = KNOWN.exec(normal)?.[0]
  // A city of an unnamed country has a part of the world's searches.
  const ofCountry = country === '' ? 1 : countryShare(country, normal, named)
  if (city === '') return ofCountry
  return ofCountry * cityShare(city, normal, named) * (country === '' ? 0.05 : 1)
}

/** Whoever searches for something in a city is mostly there, or at least in its country. */
function countryShare(country: string, normal: string, named: string | undefined): number {
  const chance = unit(hashText(normal, hashText(country)))
  if (named !== undefined && CITIES.get(named)?.country === country) return 0.5 + 0.3 * chance
  return (COUNTRIES[country] ?? 0.001 + 0.005 * unit(hashText(country))) * (0.7 + 0.4 * chance)
}

function cityShare(city: string, normal: string, named: string | undefined): number {
  const chance = unit(hashText(normal, hashText(city)))
  if (named === city) return 0.5 + 0.3 * chance
  const usual = CITIES.get(city)?.share ?? 0.004 + 0.03 * unit(hashText(city))
  return usual * (0.7 + 0.5 * chance)
}

const NEARBY =
  /\b(?:near me|nearby|near by|close to me|open now|in my area|près de moi|in der nähe)\b/
const TRADES =
  /\b(?:plumber|electrician|dentist|doctor|locksmith|hairdresser|barber|florist|bakery|restaurant|cafe|café|pizza|gym|garage|mechanic|repair|shop|store|hotel|bar|pharmacy|vet|lawyer|solicitor|cleaners?|movers|roofer|estate agent)s?\b/
const KNOWN = new RegExp(`\\b(?:${[...CITIES.keys()].join('|')})\\b`)

/** Whether a keyword names a known city, which makes it rarer. */
export function namesCity(normal: string): boolean {
  return KNOWN.test(normal)
}

/** Whether people who search for this want something near a place: only then a page shows a map. */
export function isLocal(normal: string, { city, country }: Place): boolean {
  if (NEARBY.test(normal) || KNOWN.test(normal)) return true
  if (city !== '' && hasWords(normal, city)) return true
  return city + country !== '' && TRADES.test(normal)
}

function hasWords(normal: string, words: string): boolean {
  return ` ${normal} `.includes(` ${words} `)
}
