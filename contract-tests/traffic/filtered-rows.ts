import { judgeDays, judgeMention, judgeMentionList } from '../checks/2-intelligence.ts'
import { type Check, everyExchange } from '../checks/check.ts'
import type { Exchange } from '../http/exchange.ts'
import { succeeded } from '../http/reading.ts'
import { isLike, textsIn } from '../journey/list-filters.ts'
import { dayOfMention, mentionRows } from '../journey/mentions.ts'
import { dayOf, rankingRows } from '../journey/rankings.ts'
import { NUMBERS, OFFSETS, SIZES } from '../paging/dialects.ts'

/** Inputs of §2, which a query may write as a list. Another parameter may ask for other rows. */
const INPUTS = {
  getRankings: ['campaign_id', 'start_date', 'end_date', 'keywords', 'keywords[]'],
  getMentions: ['brand', 'platforms', 'platforms[]', 'start_date'],
}

/** Usual parameters of pages. */
const PAGING = [...SIZES, ...OFFSETS, ...NUMBERS]
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Rows of single answers that the filters of §2 leave out. */
export const FILTERED_ROWS: Check[] = [
  everyExchange(
    ['2.27', '2.28'],
    'filters rankings by start_date and end_date',
    (judge, exchange) => {
      if (!asksAsStated(exchange, 'getRankings') || !succeeded(exchange)) return
      if (areDaily(rankingRows(exchange).map(dayOf))) judgeDays(judge, exchange)
    },
  ),
  everyExchange(['2.30', '2.32'], 'filters mentions by brand and start_date', (judge, exchange) => {
    if (!asksAsStated(exchange, 'getMentions') || !succeeded(exchange)) return
    const asked = mentionFilters(exchange)
    for (const row of mentionRows(exchange)) judgeMention(judge, row, asked, exchange)
  }),
  everyExchange(['2.33'], 'returns mentions as a list', (judge, exchange) => {
    if (asksAsStated(exchange, 'getMentions') && succeeded(exchange)) {
      judgeMentionList(judge, exchange)
    }
  }),
]

/** The brand and the day that mentions were asked for, where their rows can be compared with them. */
export function mentionFilters(exchange: Exchange): { brand?: string; start?: string } {
  const { searchParams } = new URL(exchange.url)
  const rows = mentionRows(exchange)
  const days = rows.map(dayOfMention)
  const [brand, start] = [searchParams.get('brand'), searchParams.get('start_date')]
  // Rows may name a brand otherwise than it is asked for.
  const isNamed = textsIn(rows, 'brand').some((each) => isLike(each, brand ?? ''))
  const isDated = areDaily(days.map((each) => each?.day)) || days.some((each) => each?.time)
  return {
    ...(brand !== null && isNamed && { brand }),
    ...(start !== null && isDated && { start }),
  }
}

/** Whether a request has only inputs of §2 and of paging, each date once, and no days that cannot be. */
export function asksAsStated({ operation, url }: Exchange, wanted: keyof typeof INPUTS): boolean {
  if (operation !== wanted) return false
  const { searchParams } = new URL(url)
  const names = [...searchParams.keys()]
  if (!names.every((name) => [...INPUTS[wanted], ...PAGING].includes(name))) return false
  const single = ['campaign_id', 'brand', 'start_date', 'end_date']
  if (single.some((name) => searchParams.getAll(name).length > 1)) return false
  const [start, end] = [searchParams.get('start_date'), searchParams.get('end_date')]
  const areDays = [start, end].every(
    (day) => day === null || (DAY.test(day) && !Number.isNaN(Date.parse(day))),
  )
  return areDays && (start ?? '') <= (end ?? '9')
}

/** Whether two rows are of consecutive days. A row of a week or a month may be dated on a day before the asked ones. */
function areDaily(days: readonly (string | undefined)[]): boolean {
  const times = new Set(days.flatMap((day) => (day === undefined ? [] : [Date.parse(day)])))
  return [...times].some((time) => times.has(time + DAY_MS))
}
