import type { ReportContent } from '../report.ts'
import { isolated } from './typesetting.ts'
import { counted, decimal, joined, longDay, periodBefore, place, signed } from './wording.ts'

/** The message of the report for readers of one paragraph. Chat campaigns begin with the answers of AI platforms. */
export function messageOf(report: ReportContent): string {
  const search = report.summary.visibility === null ? [noRankings(report)] : rankings(report)
  const chat = answers(report)
  const parts = report.type === 'chat' ? [...chat, ...search] : [...search, ...chat]
  return [...parts, partialDay(report)].filter((it) => it !== '').join(' ')
}

function noRankings({ period }: ReportContent): string {
  return (
    `There is no ranking data between ${longDay(period.start_date)} and ${longDay(period.end_date)}. ` +
    'The sections that follow fill up as the campaign collects data.'
  )
}

function rankings({ brand, summary, changes, period, main_change }: ReportContent): string[] {
  const { keywords, distribution, improved, declined } = summary
  const top = distribution.top_10
  if (summary.average_position === null) {
    const all = keywords === 1 ? 'the keyword' : `any of ${counted(keywords, 'keyword')}`
    return [`${named(brand)} is not among the first 100 results for ${all}.`]
  }
  return [
    `${named(brand)} stands at position ${decimal(summary.average_position)} on average over ${counted(keywords, 'keyword')}, with a visibility of ${decimal(summary.visibility, '%')}.`,
    visibilityChange(changes.visibility, period.days, main_change),
    topTen(top, keywords),
    period.days === 1 || keywords === 1
      ? ''
      : `Over the period ${improved} improved and ${declined} declined.`,
  ]
}

function topTen(top: number, keywords: number): string {
  if (keywords === 1) return `It is ${top === 1 ? '' : 'not '}in the top 10.`
  if (top === keywords) return 'All of them are in the top 10.'
  return `${top === 0 ? 'None' : top} of them ${top <= 1 ? 'is' : 'are'} in the top 10.`
}

/** Such as "Visibility rose by 4.2 points against the 30 days before, most of all by “x”, which climbed from 14 to 3." */
function visibilityChange(
  change: number | null,
  days: number,
  main: ReportContent['main_change'],
): string {
  if (change === null) return ''
  const before = periodBefore(days)
  const amount = Math.abs(change).toFixed(1)
  if (amount === '0.0') return `Visibility is the same as in ${before}.`
  const verb = change > 0 ? 'rose' : 'fell'
  const whole = `Visibility ${verb} by ${amount} points against ${before}`
  if (main === null) return `${whole}.`
  const moved = change > 0 ? 'climbed' : 'fell'
  const { keyword, start_position, position } = main
  return `${whole}, mostly because “${named(keyword)}” ${moved} from ${place(start_position)} to ${place(position)}.`
}

function answers({ brand, mentions, period }: ReportContent): string[] {
  const { total, ai_visibility, share_of_voice, by_platform, brands, changes } = mentions
  if (total === 0) return ['AI platforms did not mention the brand.']
  const often = total === 1 ? 'once' : counted(total, 'time')
  const moved = signed(changes.ai_visibility ?? 0, 1)
  const change = moved === '0' ? '' : ` (${moved} points against ${periodBefore(period.days)})`
  const [first] = by_platform.toSorted((a, b) => b.mentions - a.mentions)
  const rivals = brands.brands.filter(({ own, mentions: often }) => !own && often > 0).slice(0, 2)
  return [
    `AI platforms mentioned ${named(brand)} ${often}: in ${decimal(ai_visibility, '%')} of their answers${change}, with a share of voice of ${decimal(share_of_voice, '%')}.`,
    first && total > 1 ? `${first.platform} did most often, ${timesOf(first.mentions)}.` : '',
    rivals.length === 0
      ? ''
      : `The rivals they named most: ${joined(rivals.map((it) => named(it.brand)))}.`,
  ]
}

/** A name within a sentence. */
function named(name: string): string {
  const characters = [...name]
  return isolated(characters.length > 60 ? `${characters.slice(0, 60).join('').trim()}…` : name)
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : counted(count, 'time')
}

/** Empty if all days of the period are over. */
export function partialDay({ partial_day, generated_at, period }: ReportContent): string {
  if (partial_day === null) return ''
  const day = period.days === 1 ? 'This day' : longDay(partial_day)
  return `${day} is not over: its figures are those until ${generated_at.slice(11, 16)} UTC.`
}
