import type { Evidence } from '../evidence/evidence.ts'
import type { JourneyStep } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  campaignsOf,
  encoded,
  isObject,
  type Json,
  refused,
  rowsOf,
  succeeded,
} from '../http/reading.ts'
import { effectOf, formsFrom, listQuery, textsIn } from './list-filters.ts'
import type { Runner } from './runner.ts'

const DAY_MS = 86_400_000
/** How many brands are tried where mentions need one. */
const MOST_BRANDS = 3

/** Reads mentions without a filter, then those of a brand on a platform from a day on. */
export async function readMentions(runner: Runner): Promise<void> {
  const { evidence } = runner
  const mentions = (step: JourneyStep, query: string) =>
    runner.askMain(step, 'getMentions', { query })

  const all = await mentions('getMentions', '')
  const seen = refused(all) ? await mentionsOfKnown(runner) : mentionRows(all)
  const asked = filtersFor(seen)
  evidence.mentions = asked
  const { brand, platforms, start } = asked
  const query = `brand=${encoded(brand)}&start_date=${start}`
  let first: Exchange | undefined
  for (const form of formsFrom(evidence.listForm)) {
    const filter = { query: `${query}&${listQuery(form, 'platforms', platforms.wanted)}` }
    const step = `mentions:filtered${form}` as const
    const filtered = first
      ? await runner.askExtra(step, 'getMentions', filter)
      : await runner.askMain(step, 'getMentions', filter)
    if (!filtered) break
    first ??= filtered
    const effect = effectOf(filtered, textsIn(mentionRows(filtered), 'platform'), platforms)
    if (refused(filtered) || effect === 'works' || effect === 'loose') break
    if (effect === 'empty' && !(await hasBrand(runner, brand))) break
    // The form does not matter then.
    if (platforms.wanted.length < 2) break
  }
  if (first && !succeeded(all) && succeeded(first)) evidence.record('getMentions', first)
}

/**
 * The mentions of a brand that the account's campaigns have, on a server that lists mentions of a brand only. A campaign
 * without a brand has one of its name.
 */
async function mentionsOfKnown(runner: Runner): Promise<Json[]> {
  const listed = runner.evidence.find('list:before')
  const campaigns = (listed && campaignsOf(listed)) ?? []
  const names = new Set([...textsIn(campaigns, 'brand'), ...textsIn(campaigns, 'name')])
  for (const brand of [...names].slice(0, MOST_BRANDS)) {
    const query = `brand=${encoded(brand)}`
    const shown = await runner.askExtra('mentions:known', 'getMentions', { query })
    if (shown && mentionRows(shown).length > 0) return mentionRows(shown)
  }
  return []
}

/** Whether there are mentions of a brand on any platform. */
async function hasBrand(runner: Runner, brand: string): Promise<boolean> {
  const known = runner.evidence.find('mentions:brand')
  const query = `brand=${encoded(brand)}`
  const shown = known ?? (await runner.askExtra('mentions:brand', 'getMentions', { query }))
  return shown !== undefined && mentionRows(shown).length > 0
}

/**
 * A brand, platforms and a day: of the day before the brand has mentions on one of the platforms, so that a server
 * that is off by one day shows them, and of later days on each, so that one that knows no lists lacks some.
 */
function filtersFor(seen: Json[]): Required<NonNullable<Evidence['mentions']>> {
  const days = [...new Set(seen.map((row) => dayOfMention(row)?.day ?? ''))].sort()
  const known = textsIn(seen, 'platform').filter((each) => !/[,|]/.test(each))
  // Two of them, if a third shows whether both are a filter.
  const pairs = known.flatMap((one, at) => known.slice(at + 1).map((other) => [one, other]))
  const choices = known.length > 2 ? pairs : [known.slice(0, 1)]
  // From the middle on, so that a server that ignores the day shows earlier rows.
  const middle = Math.floor(days.length / 2)
  const candidates = days
    .slice(1)
    .toSorted(
      (one, other) => Math.abs(days.indexOf(one) - middle) - Math.abs(days.indexOf(other) - middle),
    )
  for (const brand of textsIn(seen, 'brand')) {
    const own = seen.filter((row) => row.brand === brand)
    for (const start of candidates) {
      const before = textsIn(
        own.filter((row) => dayOfMention(row)?.day === dayBefore(start)),
        'platform',
      )
      const after = textsIn(
        own.filter((row) => (dayOfMention(row)?.day ?? '') > start),
        'platform',
      )
      const wanted = choices.find(
        (each) =>
          each.every((one) => after.includes(one)) && each.some((one) => before.includes(one)),
      )
      if (!wanted || wanted.length === 0) continue
      const others = after.filter((each) => !wanted.includes(each))
      return { brand, platforms: { wanted, expected: wanted, others }, start }
    }
  }
  const brand = textsIn(seen, 'brand')[0] ?? 'Acme'
  const wanted = known.length > 2 ? known.slice(0, 2) : [known[0] ?? 'ChatGPT']
  const recent = new Date(Date.now() - 14 * DAY_MS).toISOString().slice(0, 10)
  return { brand, platforms: { wanted, expected: [], others: [] }, start: days[middle] || recent }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
}

/** The rows of a list of mentions. */
export function mentionRows(exchange: Exchange): Json[] {
  return succeeded(exchange) ? (rowsOf(exchange) ?? []).filter(isObject) : []
}

/** Usual names of the day or the time of a mention. */
const TIMES =
  /^(date|day|timestamp|(captured|detected|found|mentioned|observed|recorded|seen|answered)(at|on|date|day))$/i

/** The day of a mention, in the time zone that the server writes, and its time if one follows. */
export function dayOfMention(row: Json): { day: string; time?: string } | undefined {
  const text = Object.entries(row)
    .filter(([name]) => TIMES.test(name.replaceAll('_', '')))
    .map(([, value]) => value)
    .filter((each) => typeof each === 'string')
    .find((each) => /^\d{4}-\d{2}-\d{2}/.test(each) && !Number.isNaN(Date.parse(each.slice(0, 10))))
  if (text === undefined) return undefined
  return { day: text.slice(0, 10), ...(text.length > 10 && { time: text }) }
}
