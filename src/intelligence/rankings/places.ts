import { normalize } from '../../accounts/normalize.ts'
import { hashText, unit } from '../../text/hash.ts'

/** The origin of searches: the parts of a `location` setting, normalized; empty parts are not restricted. */
export interface Place {
  city: string
  country: string
}

/**
 * Countries with their share of the searches of the world, and their known cities with their share of those of the country: our
 * estimates, in thousandths.
 */
const PLACES = `
united states 260: new york 80, los angeles 60, chicago 40, houston 30, boston 30, seattle 30, austin 20, denver 20, san francisco 30, miami 30
india 90: mumbai 50, delhi 50
united kingdom 75: london 200, manchester 60, birmingham 50, leeds 40, bristol 30, glasgow 30, edinburgh 30, liverpool 30
germany 50: berlin 100, hamburg 60, munich 60, münchen 60, cologne 40
brazil 50
france 40: paris 200, lyon 50
japan 40: tokyo 300
canada 35: toronto 200, vancouver 100
italy 30: rome 120, milan 100
spain 30: madrid 200, barcelona 150
mexico 30
australia 25: sydney 250, melbourne 220
poland 20: warsaw 150
netherlands 18: amsterdam 150
sweden 9: stockholm 250
ireland 9: dublin 400, cork 100, galway 60
austria 8: vienna 350, wien 350
switzerland 8: zurich 200
`

const COUNTRIES: Record<string, number> = {}
const CITIES = new Map<string, { country: string; share: number }>()
for (const line of PLACES.trim().split('\n')) {
  const [own = '', cities = ''] = line.split(': ')
  const [country, share] = withShare(own)
  COUNTRIES[country] = share
  for (const [city, share] of cities.split(', ').filter(Boolean).map(withShare))
    CITIES.set(city, { country, share })
}

function withShare(text: string): [name: string, share: number] {
  const at = text.lastIndexOf(' ')
  return [text.slice(0, at), Number(text.slice(at)) / 1000]
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
  const named = cityIn(normal)
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

/** The known city that a keyword names, which makes it rarer. */
export function cityIn(normal: string): string | undefined {
  return KNOWN.exec(normal)?.[0]
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
