import type { Campaign } from './types.ts'

const DAY = 24 * 60 * 60 * 1000
const PLATFORMS = ['chatgpt', 'perplexity', 'gemini']

const day = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Values of a list parameter: repeated, with brackets or separated by commas. */
const list = (query: URLSearchParams, name: string) =>
  [...query.getAll(name), ...query.getAll(`${name}[]`)].flatMap((value) => value.split(','))

/** The days that a query asks for, of the last seven up to today. */
function days(query: URLSearchParams, now: number): string[] {
  const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? '9']
  return [6, 5, 4, 3, 2, 1, 0]
    .map((ago) => day(now - ago * DAY))
    .filter((date) => date >= from && date <= to)
}

/** A row for each campaign, keyword and day; the position follows from the last two. */
export function rankingRows(campaigns: Campaign[], query: URLSearchParams, now: number) {
  const wanted = list(query, 'keywords')
  return campaigns.flatMap(({ id, fields }) =>
    [fields.keywords]
      .flat()
      .filter((keyword) => wanted.length === 0 || wanted.includes(keyword))
      .flatMap((keyword) =>
        days(query, now).map((date) => ({
          campaign_id: id,
          keyword,
          position: 1 + ((String(keyword).length * 7 + Number(date.slice(-2)) * 3) % 50),
          date,
        })),
      ),
  )
}

/** A mention of the brand for each platform and day. */
export function mentionRows(query: URLSearchParams, now: number) {
  const wanted = list(query, 'platforms')
  const brand = query.get('brand') ?? 'Example'
  return PLATFORMS.filter((platform) => wanted.length === 0 || wanted.includes(platform)).flatMap(
    (platform) =>
      days(query, now).map((date) => ({ brand, platform, date, text: `${brand} was mentioned` })),
  )
}
