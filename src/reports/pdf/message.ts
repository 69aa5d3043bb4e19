import type { ReportContent } from '../report.ts'
import { isolated } from './typesetting.ts'
import { counted, decimal, grouped, joined, longDay, periodBefore, signed } from './wording.ts'

/** The message of the report for readers of one paragraph. Chat campaigns begin with the answers of AI platforms. */
export function messageOf(report: ReportContent): string {
  const search = report.standing === null ? [noRankings(report)] : rankings(report, report.standing)
  const chat = answers(report)
  const parts = report.type === 'chat' ? [...chat, ...search] : [...search, ...chat]
  return [...parts, pause(report), partialDay(report)].filter((it) => it !== '').join(' ')
}

function noRankings({ period, last_run_at, status }: ReportContent): string {
  const { start_date, end_date } = period
  const days =
    start_date === end_date
      ? `on ${longDay(end_date)}`
      : `between ${longDay(start_date)} and ${longDay(end_date)}`
  // A pause has its own sentence, which names the last run.
  const last = last_run_at?.slice(0, 10) ?? ''
  const why =
    last === ''
      ? ' The campaign has not run yet.'
      : status === 'active' && last < start_date
        ? ` The last run was on ${longDay(last)}.`
        : ''
  return `No keyword was checked ${days}.${why}`
}

function pause({ status, last_run_at }: ReportContent): string {
  if (status === 'active') return ''
  if (last_run_at === null) return 'The campaign is paused.'
  return `The campaign is paused; its last run was on ${longDay(last_run_at.slice(0, 10))}.`
}

type Standing = NonNullable<ReportContent['standing']>

function rankings(report: ReportContent, standing: Standing): string[] {
  const { summary, changes, period, main_change } = report
  const { improved, declined, distribution } = summary
  const checked = distribution.top_100 + distribution.unranked
  return [
    ...standingOf(report, standing, checked),
    distribution.top_100 === 0 ? '' : topTen(distribution.top_10, checked),
    summary.average_position === null
      ? ''
      : period.days === 1
        ? `Its visibility is ${decimal(summary.visibility, '%')}.`
        : `On average over the period, its position was ${decimal(summary.average_position)} and its visibility ${decimal(summary.visibility, '%')}.`,
    summary.average_position === null && changes.visibility === 0
      ? ''
      : visibilityChange(changes.visibility, period.days, main_change),
    period.days === 1 || checked === 1 || improved + declined === 0
      ? ''
      : `Over the period ${improved || 'none'} improved and ${declined || 'none'} declined.`,
  ]
}

/** Where the keywords stand, entries and losses first. A total loss reads as one. */
function standingOf(
  { brand, summary }: ReportContent,
  { date, average_position, entered, left }: Standing,
  checked: number,
): string[] {
  const ranked = summary.distribution.top_100
  const all = checked === 1 ? 'its keyword' : `any of its ${counted(checked, 'keyword')}`
  if (ranked === 0 && left > 0) {
    const lost =
      checked === 1 ? 'its place' : left === checked ? 'all its places' : 'its last places'
    return [
      `${named(brand)} lost ${lost}: on ${longDay(date)} it is not among the first 100 results for ${all}.`,
    ]
  }
  if (ranked === 0) {
    return [`${named(brand)} is not among the first 100 results for ${all} on ${longDay(date)}.`]
  }
  const news = [
    entered > 0 ? `${counted(entered, 'keyword')} entered the first 100` : '',
    left === 0
      ? ''
      : entered > 0
        ? `${left} left them`
        : `${counted(left, 'keyword')} left the first 100`,
  ].filter((it) => it !== '')
  const of =
    ranked === checked ? counted(checked, 'keyword') : `${ranked} of ${counted(checked, 'keyword')}`
  const rest = ranked === checked ? '' : `; the others are not among the first 100`
  return [
    news.length === 0 ? '' : `${joined(news)}.`,
    `On ${longDay(date)}, ${named(brand)} stands at position ${decimal(average_position)}${ranked === 1 ? '' : ' on average'} for ${of}${rest}.`,
  ]
}

function topTen(top: number, keywords: number): string {
  if (keywords === 1) return `It is ${top === 1 ? '' : 'not '}in the top 10.`
  if (top === keywords) return 'All of them are in the top 10.'
  return `${top === 0 ? 'None' : top} of them ${top <= 1 ? 'is' : 'are'} in the top 10.`
}

/**
 * Such as "Visibility rose by 4.2 points against the 30 days before, mostly because of “x”, which gained 3.1 points." The
 * points of a keyword are its part of the change.
 */
function visibilityChange(
  change: number | null,
  days: number,
  main: ReportContent['main_change'],
): string {
  if (change === null) return ''
  const before = periodBefore(days)
  const amount = Math.abs(change).toFixed(1)
  if (amount === '0.0') return `Visibility is the same as in ${before}.`
  const whole = `Visibility ${change > 0 ? 'rose' : 'fell'} by ${amount} points against ${before}`
  const part = Math.abs(main?.visibility ?? 0)
  if (main === null || part < 0.05) return `${whole}.`
  const moved = change > 0 ? 'gained' : 'lost'
  const name = `“${named(main.keyword)}”`
  return part > Math.abs(change) / 2
    ? `${whole}, mostly because of ${name}, which ${moved} ${part.toFixed(1)} points.`
    : `${whole}; ${name} ${moved} most, ${part.toFixed(1)} points.`
}

function answers({ brand, mentions, period }: ReportContent): string[] {
  const { total, answers, ai_visibility, share_of_voice, by_platform, brands, changes } = mentions
  if (answers === 0) return ['No AI platform was asked in this period.']
  if (total === 0) {
    return [
      `AI platforms did not mention ${named(brand)} in ${answers === 1 ? 'their answer' : `${grouped(answers)} answers`}.`,
    ]
  }
  const often = timesOf(total)
  const moved = signed(changes.ai_visibility ?? 0, 1)
  const change = moved === '0' ? '' : ` (${moved} points against ${periodBefore(period.days)})`
  const [first] = by_platform.toSorted((a, b) => b.mentions - a.mentions)
  const rivals = brands.brands.filter(({ own, mentions: often }) => !own && often > 0).slice(0, 2)
  return [
    `AI platforms mentioned ${named(brand)} ${often}: in ${decimal(ai_visibility, '%')} of their answers${change}, with a share of voice of ${decimal(share_of_voice, '%')}.`,
    first && total > 1 ? `${first.platform} did most often, ${timesOf(first.mentions)}.` : '',
    rivals.length === 0
      ? ''
      : ended(`The rivals they named most: ${joined(rivals.map((it) => named(it.brand)))}`),
  ]
}

/** A sentence with its full stop: the name at its end may have one, such as "Foo & Co." */
export function ended(sentence: string): string {
  return /\.[\u2069”]?$/.test(sentence) ? sentence : `${sentence}.`
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
