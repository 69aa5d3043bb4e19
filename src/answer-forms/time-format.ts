import { isoTime } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** The parts of a time in UTC. */
interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  milliseconds: number
  weekday: number
}

const two = (value: number) => String(value).padStart(2, '0')
const hour12 = ({ hour }: Parts) => ((hour + 11) % 12) + 1

/** Fields of UTS 35; always in UTC and English. */
const FIELDS: Record<string, (parts: Parts) => string> = {
  y: ({ year }) => String(year),
  yy: ({ year }) => two(year % 100),
  yyyy: ({ year }) => String(year).padStart(4, '0'),
  M: ({ month }) => String(month),
  MM: ({ month }) => two(month),
  MMM: ({ month }) => (MONTHS[month - 1] as string).slice(0, 3),
  MMMM: ({ month }) => MONTHS[month - 1] as string,
  d: ({ day }) => String(day),
  dd: ({ day }) => two(day),
  E: ({ weekday }) => (DAYS[weekday] as string).slice(0, 3),
  EEE: ({ weekday }) => (DAYS[weekday] as string).slice(0, 3),
  EEEE: ({ weekday }) => DAYS[weekday] as string,
  H: ({ hour }) => String(hour),
  HH: ({ hour }) => two(hour),
  h: (parts) => String(hour12(parts)),
  hh: (parts) => two(hour12(parts)),
  a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  m: ({ minute }) => String(minute),
  mm: ({ minute }) => two(minute),
  s: ({ second }) => String(second),
  ss: ({ second }) => two(second),
  z: () => 'UTC',
  Z: () => '+0000',
  ZZZZZ: () => 'Z',
  X: () => 'Z',
  XX: () => 'Z',
  XXX: () => 'Z',
  x: () => '+00',
  xx: () => '+0000',
  xxx: () => '+00:00',
}

/** The fields that a format may have; `S` may occur up to nine times. */
export const TIME_FIELDS = [...Object.keys(FIELDS), 'S']

// A quoted text, a quote, a run of one letter, or anything else as it is.
const TOKEN = /''|'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+|'/g

/**
 * A function that formats epoch milliseconds by UTS 35, such as `yyyy-MM-dd'T'HH:mm:ss'Z'`; or the first part of
 * `format` that is not one of TIME_FIELDS.
 */
export function timeFormat(format: string): ((epochMs: number) => string) | { unknown: string } {
  const writers: ((parts: Parts) => string)[] = []
  for (const [token] of format.matchAll(TOKEN)) {
    const field = FIELDS[token] ?? (/^S{1,9}$/.test(token) ? fraction(token.length) : undefined)
    if (field) writers.push(field)
    else if (/^[A-Za-z]/.test(token) || token === "'") return { unknown: token }
    else {
      const text = token === "''" ? "'" : token.replace(/^'|'$/g, '').replaceAll("''", "'")
      writers.push(() => text)
    }
  }
  return (epochMs) => {
    const parts = partsOf(epochMs)
    return writers.map((write) => write(parts)).join('')
  }
}

function fraction(digits: number): (parts: Parts) => string {
  return ({ milliseconds }) => String(milliseconds).padStart(3, '0').padEnd(9, '0').slice(0, digits)
}

function partsOf(epochMs: number): Parts {
  const [date = '', time = ''] = isoTime(epochMs).split('T')
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour = 0, minute = 0, second = 0] = time.slice(0, 8).split(':').map(Number)
  // 1 January 1970 was a Thursday.
  const weekday = (((Math.floor(epochMs / DAY_MS) + 4) % 7) + 7) % 7
  const milliseconds = Number(time.slice(9, 12))
  return { year, month, day, hour, minute, second, milliseconds, weekday }
}
