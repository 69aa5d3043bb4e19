import type { Control } from './session.ts'
import { DAY_MS } from './session.ts'

export type Entry = Control['TimelineEntry']
export type Kind = Control['TimelineKind']
export type Moment = Control['Moment']

export const KINDS: readonly (readonly [kind: Kind, label: string])[] = [
  ['clock', 'Clock'],
  ['run', 'Runs'],
  ['event', 'Events'],
  ['delivery', 'Deliveries'],
  ['fault', 'Faults'],
  ['request', 'Requests'],
]

/** The lengths of the shown period, in days. */
export const PERIODS: readonly (readonly [days: number, text: string])[] = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
]

/** The period of an address, in epoch milliseconds: so many days up to `to`, or up to the present. */
export function periodOf(
  query: URLSearchParams,
  now: number,
): { from: number; to: number; days: number } {
  const days = PERIODS.find(([each]) => String(each) === query.get('days'))?.[0] ?? 7
  const asked = Date.parse(query.get('to') ?? '')
  const to = Number.isNaN(asked) ? now : asked
  return { from: to - days * DAY_MS, to, days }
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
