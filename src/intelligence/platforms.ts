import { dayNumber } from './dates.ts'

/** A chat platform whose answers are watched (§2, Mention query: "chat platform names"). */
export interface Platform {
  /** The canonical name, which records carry. */
  name: string
  /** Seeds its mentions; never reused, so that adding a platform leaves the others as they are. */
  number: number
  /** Other names by which it is found. */
  aliases: readonly string[]
  /** Day number of its public release; it has no mentions before. */
  since: number
  /** How often its answers name brands; 1 is much. */
  activity: number
  /** Whether an answer has an address of its own. */
  shareable: boolean
  /** How many sources an answer cites, at least and at most. */
  citations: readonly [number, number]
}

/** In the order in which breakdowns list them. */
export const PLATFORMS: readonly Platform[] = [
  {
    name: 'ChatGPT',
    number: 101,
    aliases: ['openai', 'gpt', 'chat gpt', 'searchgpt'],
    since: dayNumber('2022-11-30'),
    activity: 1,
    shareable: true,
    citations: [0, 3],
  },
  {
    name: 'Perplexity',
    number: 102,
    aliases: ['perplexity ai', 'pplx'],
    since: dayNumber('2022-12-07'),
    activity: 0.8,
    shareable: true,
    citations: [2, 4],
  },
  {
    name: 'Gemini',
    number: 103,
    aliases: ['google gemini', 'bard', 'google bard'],
    since: dayNumber('2023-03-21'),
    activity: 0.6,
    shareable: true,
    citations: [0, 2],
  },
  {
    name: 'Claude',
    number: 104,
    aliases: ['anthropic', 'anthropic claude', 'claude ai'],
    since: dayNumber('2023-03-14'),
    activity: 0.4,
    shareable: true,
    citations: [0, 2],
  },
  {
    name: 'Copilot',
    number: 105,
    aliases: ['microsoft copilot', 'bing chat', 'bing copilot', 'bing'],
    since: dayNumber('2023-02-07'),
    activity: 0.45,
    shareable: true,
    citations: [1, 3],
  },
  {
    name: 'Google AI Overviews',
    number: 106,
    aliases: ['google ai overview', 'ai overviews', 'ai overview', 'aio', 'sge'],
    since: dayNumber('2024-05-14'),
    activity: 0.9,
    shareable: false,
    citations: [2, 4],
  },
  {
    name: 'Grok',
    number: 107,
    aliases: ['xai', 'xai grok'],
    since: dayNumber('2023-11-03'),
    activity: 0.25,
    shareable: true,
    citations: [0, 2],
  },
]

const BY_KEY = new Map(
  PLATFORMS.flatMap((platform) =>
    [platform.name, ...platform.aliases].map((name) => [keyOf(name), platform] as const),
  ),
)

/**
 * The platform meant by a name in any case, with spaces, hyphens, underscores, dots or none
 * ("google-ai-overviews"); undefined when there is none, so that the caller can say so.
 */
export function findPlatform(name: string): Platform | undefined {
  return BY_KEY.get(keyOf(name))
}

/** Why a name is that of no platform, as a continuation of the field's name; undefined when it is one. */
export function platformProblem(name: string): string | undefined {
  if (findPlatform(name)) return undefined
  const known = PLATFORMS.map((each) => each.name).join(', ')
  return `must name a chat platform, such as ${known}; found "${name}"`
}

/** The platforms of these names, each once, in the usual order; all of them when no name is given. */
export function selectPlatforms(names: readonly string[] | undefined): readonly Platform[] {
  if (!names || names.length === 0) return PLATFORMS
  const wanted = new Set(names.map(findPlatform))
  return PLATFORMS.filter((platform) => wanted.has(platform))
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, '')
}
