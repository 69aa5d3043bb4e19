import { dayNumber } from '../dates.ts'

/** A monitored chat platform (§2, Mention query: "chat platform names"). */
export interface Platform {
  /** The canonical name, used in records. */
  name: string
  /** Seeds its mentions; never reused, so that adding a platform does not change the others. */
  number: number
  /** Its place in PLATFORMS. */
  index: number
  /** Other accepted names. */
  aliases: readonly string[]
  /** Day number of its public release, before which it has no mentions. */
  since: number
  /** Relative frequency of brand names in its answers; 1 is the highest. */
  activity: number
  /** How often it criticizes, and how often it neither praises nor criticizes; 1 is usual. */
  candour: number
  reserve: number
  /** Whether its answers are parts of results pages, which have them for some keywords. They have no URLs of their own. */
  isOverview: boolean
  /** The least and the most sources of an answer. */
  citations: readonly [number, number]
  /** The language models behind it, oldest first; before the first one, and without any, it is unknown. */
  models: readonly (readonly [since: number, name: string])[]
}

/**
 * In the order of breakdowns: name, number, release, activity with candour and reserve, the least and the most sources, other names,
 * and models by release.
 */
const TABLE = `
ChatGPT | 101 | 2022-11-30 | 1 0.8 0.95 | 0 5 | openai, gpt, chat gpt, searchgpt | 2022-11-30 gpt-3.5-turbo, 2023-03-14 gpt-4, 2024-05-13 gpt-4o, 2025-08-07 gpt-5, 2025-11-12 gpt-5.1, 2025-12-11 gpt-5.2
Perplexity | 102 | 2022-12-07 | 0.8 1.1 1.15 | 3 8 | perplexity ai, pplx | 2023-11-29 pplx-70b-online, 2025-01-21 sonar
Gemini | 103 | 2023-03-21 | 0.6 0.7 0.85 | 0 4 | google gemini, bard, google bard | 2023-05-10 palm-2, 2023-12-06 gemini-pro, 2024-05-14 gemini-1.5-pro, 2025-02-05 gemini-2.0-flash, 2025-06-17 gemini-2.5-flash, 2025-11-18 gemini-3-pro
Claude | 104 | 2023-03-14 | 0.4 1 1.3 | 0 4 | anthropic, anthropic claude, claude ai | 2023-03-14 claude-1, 2023-07-11 claude-2, 2024-03-04 claude-3-sonnet, 2024-06-20 claude-3-5-sonnet, 2025-05-22 claude-sonnet-4, 2025-09-29 claude-sonnet-4-5
Copilot | 105 | 2023-02-07 | 0.45 0.9 0.9 | 1 5 | microsoft copilot, bing chat, bing copilot, bing | 2023-02-07 gpt-4, 2024-10-01 gpt-4o, 2025-08-07 gpt-5, 2025-11-19 gpt-5.1, 2025-12-15 gpt-5.2
Google AI Overviews | 106 | 2024-05-14 | 0.9 1.2 1.1 | 2 7 | google ai overview, ai overviews, ai overview, aio, sge |
Grok | 107 | 2023-11-03 | 0.25 2 0.8 | 0 4 | xai, xai grok | 2023-11-03 grok-1, 2024-05-15 grok-1.5, 2024-08-13 grok-2, 2025-02-17 grok-3, 2025-07-09 grok-4
`

export const PLATFORMS: readonly Platform[] = TABLE.trim().split('\n').map(platform)

function platform(line: string, index: number): Platform {
  const [name = '', number, since = '', manner = '', sources = '', names = '', models = ''] =
    line.split(/ \|(?: |$)/)
  const [activity = 0, candour = 1, reserve = 1] = manner.split(' ').map(Number)
  const [least = 0, most = 0] = sources.split(' ').map(Number)
  const released = models.split(', ').filter(Boolean)
  return {
    name,
    number: Number(number),
    index,
    aliases: names.split(', '),
    since: dayNumber(since),
    ...{ activity, candour, reserve },
    isOverview: name === 'Google AI Overviews',
    citations: [least, most],
    models: released.map((each) => [dayNumber(each.slice(0, 10)), each.slice(11)] as const),
  }
}

/** Days between two later models: platforms release one or two a year. */
const RELEASE = 210

/** The model that answered on a day; null if it is not known. After the last known one, its number goes up with each release. */
export function modelOn({ models }: Platform, day: number): string | null {
  const [since, name] = models.findLast(([since]) => since <= day) ?? []
  if (since === undefined || name === undefined) return null
  const later = name === models.at(-1)?.[1] ? Math.floor((day - since) / RELEASE) : 0
  if (later === 0) return name
  const next = name.replace(/\d+(?=\D*$)/, (number) => String(Number(number) + later))
  return next === name ? `${name}-${1 + later}` : next
}

const BY_KEY = new Map(
  PLATFORMS.flatMap((platform) =>
    [platform.name, ...platform.aliases].map((name) => [keyOf(name), platform] as const),
  ),
)

/** The platform with a name in any case and with any separators ("google-ai-overviews"); undefined if unknown. */
export function findPlatform(name: string): Platform | undefined {
  return BY_KEY.get(keyOf(name))
}

/** Why a name is not a platform's, to follow the field's name; undefined if it is. */
export function platformProblem(name: string): string | undefined {
  if (findPlatform(name)) return undefined
  const known = PLATFORMS.map((each) => each.name).join(', ')
  return `must name a chat platform, such as ${known}; found "${name}"`
}

/** The platforms with these names, each once, in the usual order; without names all of them. */
export function selectPlatforms(names: readonly string[] | undefined): readonly Platform[] {
  if (!names || names.length === 0) return PLATFORMS
  const wanted = new Set(names.map(findPlatform))
  return PLATFORMS.filter((platform) => wanted.has(platform))
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, '')
}
