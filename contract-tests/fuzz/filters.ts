import type { Exchange } from '../http/exchange.ts'
import { campaignsOf, encoded, idIn } from '../http/reading.ts'
import type { Runner } from '../journey/runner.ts'
import type { Single } from './command.ts'
import { missedBy, rowsIn, strangerIn } from './model/filter-rules.ts'
import type { Asked, Row, Source } from './model/rows.ts'

const MOST_CAMPAIGNS = 3

/** Reads rankings and mentions that filters can be tried on. The campaigns of the run may have none yet. */
export async function learnSources(runner: Runner): Promise<Source[]> {
  const ask = async (operation: Source['operation'], needed: Asked): Promise<Source[]> => {
    const query = queryOf(needed, repeated)
    const exchange = await runner.send('main', runner.call(operation, query ? { query } : {}))
    const rows = rowsIn(exchange)
    const { campaign } = needed
    return rows.length === 0
      ? []
      : [{ operation, needed, rows, ...(campaign !== undefined && { campaign }) }]
  }
  const list = await runner.send('main', runner.call('listCampaigns'))
  const ids = (campaignsOf(list) ?? []).map(idIn).filter((id) => id !== undefined)
  const found: Source[] = []
  for (const campaign of ids.slice(0, MOST_CAMPAIGNS)) {
    found.push(...(await ask('getRankings', { campaign })))
  }
  const mentions = await ask('getMentions', {})
  return [...found, ...mentions]
}

/** Ways to write a list in a query, which §2 does not show. */
export type ListForm = (name: string, values: string[]) => string

const repeated: ListForm = (name, values) =>
  values.map((value) => `${name}=${encoded(value)}`).join('&')
export const LIST_FORMS: ListForm[] = [
  repeated,
  (name, values) => values.map((value) => `${name}%5B%5D=${encoded(value)}`).join('&'),
  (name, values) => `${name}=${values.map(encoded).join(',')}`,
  (name, values) => values.map((value, at) => `${name}%5B${at}%5D=${encoded(value)}`).join('&'),
]

export function queryOf(asked: Asked, form: ListForm): string {
  const { campaign, start, end, brand, keywords, platforms } = asked
  const single = { campaign_id: campaign, brand, start_date: start, end_date: end }
  const given = Object.entries(single).filter(([, value]) => value !== undefined)
  return [
    ...given.map(([name, value]) => `${name}=${encoded(value as string)}`),
    ...(keywords ? [form('keywords', keywords)] : []),
    ...(platforms ? [form('platforms', platforms)] : []),
  ].join('&')
}

/** The inputs that a command picks from a source. */
export function askedBy(
  { picks, parts }: Extract<Single, { do: 'filter' }>,
  { operation, needed, rows }: Source,
): Asked {
  const picked = (values: string[], at: number) => values[(picks[at] ?? 0) % values.length]
  const distinct = (member: keyof Row) =>
    [...new Set(rows.map((row) => row[member]).filter((each) => each !== undefined))].sort()
  const [one, two] = [picked(distinct('day'), 1), picked(distinct('day'), 2)].sort()
  const words = distinct(operation === 'getRankings' ? 'keyword' : 'platform')
  const chosen = [...new Set([picked(words, 3), parts & 8 ? picked(words, 4) : undefined])]
  const list = parts & 4 ? chosen.filter((each) => each !== undefined) : []
  const brand = operation === 'getMentions' && parts & 2 ? picked(distinct('brand'), 5) : undefined
  const end = operation === 'getRankings' && parts & 2 ? two : undefined
  return {
    ...needed,
    ...(parts & 1 && one !== undefined && { start: one }),
    ...(end !== undefined && { end }),
    ...(brand !== undefined && { brand }),
    ...(list.length > 0 && { [operation === 'getRankings' ? 'keywords' : 'platforms']: list }),
  }
}

/** Whether the answer keeps to the list of words that was asked for, so that its form was understood. */
export function isUnderstood(exchange: Exchange, asked: Asked, source: Source): boolean {
  const { keywords, platforms } = asked
  const words: Asked = { ...(keywords && { keywords }), ...(platforms && { platforms }) }
  const rows = rowsIn(exchange)
  return !rows.some((row) => strangerIn(row, words)) && !missedBy(rows, asked, source)
}
