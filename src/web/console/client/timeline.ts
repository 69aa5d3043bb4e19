import type { Control } from './session.ts'
import { DAY_MS } from './session.ts'

export type Timeline = Control['Timeline']
export type Entry = Control['TimelineEntry']
export type Kind = Control['TimelineKind']
export type Moment = Control['Moment']

/** The lanes, from top to bottom. */
export const LANES: readonly (readonly [kind: Kind, label: string])[] = [
  ['clock', 'Clock'],
  ['run', 'Runs'],
  ['event', 'Events'],
  ['delivery', 'Deliveries'],
  ['fault', 'Faults'],
  ['request', 'Requests'],
]

/** The lengths of the shown period, in days. */
export const ZOOMS: readonly (readonly [days: number, text: string])[] = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
]

/** Times in epoch milliseconds. */
export interface Span {
  from: number
  to: number
}

/** The period of an address: so many days up to `to`, or up to a little after the present. */
export function spanOf(query: URLSearchParams, now: number): Span & { days: number } {
  const days = ZOOMS.find(([each]) => String(each) === query.get('days'))?.[0] ?? 7
  const asked = Date.parse(query.get('to') ?? '')
  const to = Number.isNaN(asked) ? now : asked
  return { from: to - days * DAY_MS, to, days }
}

/** The place of a time in a span, in percent. */
export function placeOf(at: string | number, { from, to }: Span): number {
  const time = typeof at === 'number' ? at : Date.parse(at)
  return Math.min(100, Math.max(0, ((time - from) / Math.max(1, to - from)) * 100))
}

/** Times for about six lines across a span, epoch milliseconds: whole hours, days, weeks or months. */
export function ticksOf({ from, to }: Span): number[] {
  const step = STEPS.find((each) => (to - from) / each <= 8) ?? (STEPS.at(-1) as number)
  const first = Math.ceil(from / step) * step
  const count = Math.floor((to - first) / step) + 1
  return Array.from({ length: Math.max(0, count) }, (_, n) => first + n * step)
}

const STEPS = [3 / 24, 1, 5, 14, 61, 183].map((days) => days * DAY_MS)

/** Identifies an entry in an address, also after others were added. */
export function keyOf({ kind, at, ref }: Entry): string {
  return [kind, at, ref ?? ''].join('~')
}

const CLOCK_WORDS: Record<string, string> = {
  advance: 'Clock advanced',
  set: 'Clock set',
  freeze: 'Clock frozen',
  unfreeze: 'Clock unfrozen',
  reset: 'Reset',
  restore: 'Restored',
  import: 'State loaded',
}
const MANY: Record<Kind, string> = {
  clock: 'moves of the clock',
  run: 'runs',
  event: 'events',
  delivery: 'deliveries',
  fault: 'changes and uses of fault rules',
  request: 'requests',
}

/** The title of an entry, in words. */
export function titleOf({ kind, type, name, count }: Entry): string {
  const of = name === null ? '' : ` of ${name}`
  if (count > 1) return `${count} ${type === null ? MANY[kind] : `${manyOf(kind, type)}${of}`}`
  if (kind === 'clock') {
    const word = CLOCK_WORDS[type ?? ''] ?? 'Clock'
    return name === null ? word : `${word}: ${name}`
  }
  if (kind === 'run') return `Run${of}`
  if (kind === 'event') return type ?? 'Event'
  if (kind === 'delivery') return `Delivery${of}`
  if (kind === 'fault') return `Fault ${name ?? ''} ${type}`
  return name ?? 'Request'
}

function manyOf(kind: Kind, type: string): string {
  if (kind === 'event') return `events ${type}`
  return kind === 'request' ? `requests ${type}` : MANY[kind]
}

/** The worst outcome in an entry; undefined if it has none. */
export function outcomeOf({ outcomes }: Entry): 'failed' | 'pending' | 'ok' | undefined {
  return (['failed', 'pending', 'ok'] as const).find((name) => (outcomes[name] ?? 0) > 0)
}

/** The next entry to the left or right, or the nearest one of the lane above or below. */
export function neighbour(entries: readonly Entry[], from: Entry, key: string): Entry | undefined {
  const lane = entries.filter(({ kind }) => kind === from.kind)
  const index = lane.findIndex(({ id }) => id === from.id)
  if (key === 'ArrowRight') return lane[index + 1]
  if (key === 'ArrowLeft') return lane[index - 1]
  if (key === 'Home') return lane[0]
  if (key === 'End') return lane.at(-1)
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0) return undefined
  const kinds: string[] = LANES.map(([kind]) => kind)
  for (let n = kinds.indexOf(from.kind) + step; n >= 0 && n < kinds.length; n += step) {
    const others = entries.filter(({ kind }) => kind === kinds[n])
    const distance = ({ at }: Entry) => Math.abs(Date.parse(at) - Date.parse(from.at))
    if (others.length > 0) return others.reduce((a, b) => (distance(b) < distance(a) ? b : a))
  }
  return undefined
}
