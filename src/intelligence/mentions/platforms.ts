import { dayNumber } from '../dates.ts'

/** A monitored chat platform (§2, Mention query: "chat platform names"). */
export interface Platform {
  /** The canonical name, used in records. */
  name: string
  /** Seeds its mentions; never reused, so that adding a platform does not change the others. */
  number: number
  /** Other accepted names. */
  aliases: readonly string[]
  /** Day number of its public release, before which it has no mentions. */
  since: number
  /** Relative frequency of brand names in its answers; 1 is the highest. */
  activity: number
  /** Whether answers have their own URLs. */
  shareable: boolean
  /** The least and the most sources of an answer. */
  citations: readonly [number, number]
}

function platform(
  [name, number]: readonly [name: string, number: number],
  since: string,
  activity: number,
  citations: Platform['citations'],
  aliases: readonly string[],
): Platform {
  return { name, number, aliases, since: dayNumber(since), activity, shareable: true, citations }
}

/** In the order of breakdowns: name and number, release, activity, citations, other names. */
export const PLATFORMS: readonly Platform[] = [
  platform(['ChatGPT', 101], '2022-11-30', 1, [0, 3], ['openai', 'gpt', 'chat gpt', 'searchgpt']),
  platform(['Perplexity', 102], '2022-12-07', 0.8, [2, 4], ['perplexity ai', 'pplx']),
  platform(['Gemini', 103], '2023-03-21', 0.6, [0, 2], ['google gemini', 'bard', 'google bard']),
  platform(
    ['Claude', 104],
    '2023-03-14',
    0.4,
    [0, 2],
    ['anthropic', 'anthropic claude', 'claude ai'],
  ),
  platform(
    ['Copilot', 105],
    '2023-02-07',
    0.45,
    [1, 3],
    ['microsoft copilot', 'bing chat', 'bing copilot', 'bing'],
  ),
  {
    ...platform(
      ['Google AI Overviews', 106],
      '2024-05-14',
      0.9,
      [2, 4],
      ['google ai overview', 'ai overviews', 'ai overview', 'aio', 'sge'],
    ),
    shareable: false,
  },
  platform(['Grok', 107], '2023-11-03', 0.25, [0, 2], ['xai', 'xai grok']),
]

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
