import type { JourneyStep } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { isObject, type Json, rowsOf, succeeded } from '../http/reading.ts'
import { encoded, type Runner } from './runner.ts'

const DAY_MS = 86_400_000

/** Reads mentions without a filter, then those of a brand on a platform from a day on. */
export async function readMentions(runner: Runner): Promise<void> {
  const { evidence } = runner
  const mentions = (step: JourneyStep, query: string) =>
    runner.askMain(step, 'getMentions', { query })

  const all = await mentions('getMentions', '')
  const seen = mentionRows(all)
  const brand = textsIn(seen, 'brand')[0] ?? 'Acme'
  const known = [...new Set(textsIn(seen, 'platform'))]
  // Two of them, if a third shows whether both are a filter.
  const platforms = known.length > 2 ? known.slice(0, 2) : [known[0] ?? 'ChatGPT']
  // From the middle on, so that a server that ignores the day shows earlier rows.
  const days = seen.map((row) => dayOfMention(row)?.day).filter((day) => day !== undefined)
  const recent = new Date(Date.now() - 14 * DAY_MS).toISOString().slice(0, 10)
  const start = days.sort()[Math.floor(days.length / 2)] ?? recent
  const query = `brand=${encoded(brand)}&start_date=${start}`
  const list = (name: string) =>
    platforms.map((platform) => `&${name}=${encoded(platform)}`).join('')
  const filtered = await mentions('mentions:filtered', query + list('platforms'))
  if (!succeeded(all) && succeeded(filtered)) evidence.record('getMentions', filtered)
  const isSeen = seen.some((row) => {
    const day = dayOfMention(row)?.day ?? ''
    return row.brand === brand && platforms.includes(String(row.platform)) && day > start
  })
  evidence.mentions = { brand, platforms, start }
  if (isSeen && succeeded(filtered) && mentionRows(filtered).length === 0) {
    await runner.askExtra('mentions:brand', 'getMentions', { query: `brand=${encoded(brand)}` })
  }
  const others = mentionRows(filtered).some(
    (row) => typeof row.platform === 'string' && !platforms.includes(row.platform),
  )
  if (others) {
    const inBrackets = query + list('platforms%5B%5D')
    await runner.askExtra('mentions:filtered[]', 'getMentions', { query: inBrackets })
  }
}

function textsIn(rows: Json[], member: string): string[] {
  return rows.map((row) => row[member]).filter((each) => typeof each === 'string')
}

/** The rows of a list of mentions. */
export function mentionRows(exchange: Exchange): Json[] {
  return succeeded(exchange) ? (rowsOf(exchange) ?? []).filter(isObject) : []
}

/** Usual names of the day or the time of a mention. */
const TIMES =
  /^(date|day|timestamp|(captured|detected|found|mentioned|observed|recorded|seen|answered)(at|on|date|day))$/i

/** The day of a mention, in the time zone that the server writes, and whether a time follows. */
export function dayOfMention(row: Json): { day: string; hasTime: boolean } | undefined {
  const text = Object.entries(row)
    .filter(([name]) => TIMES.test(name.replaceAll('_', '')))
    .map(([, value]) => value)
    .filter((each) => typeof each === 'string')
    .find((each) => /^\d{4}-\d{2}-\d{2}/.test(each))
  return text === undefined ? undefined : { day: text.slice(0, 10), hasTime: text.length > 10 }
}
