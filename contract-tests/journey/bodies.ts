import type { CampaignBody } from '../evidence/evidence.ts'
import type { Runner } from './runner.ts'

/** Common values of settings: §2 does not show which values a server accepts. */
export const SETTINGS = { location: 'United States', device: 'desktop', search_engine: 'google' }

/** Values that are no usual defaults, so that a server that ignores one shows another. */
export const SELDOM = { location: 'Germany', device: 'mobile', search_engine: 'bing' }

/** What an update sets in place of them. */
const CHANGED = { location: 'France', device: 'desktop', search_engine: 'google' }

/** Longer than the columns of 64 and of 255 characters that databases suggest. */
const LONG_NAME = 270
const LONG_KEYWORD = 96

/**
 * A campaign whose texts are easily changed on the way: letters of several scripts, markup, signs with a meaning in
 * addresses and lists, unsorted, long, and more than ten keywords. Nothing in §2 forbids any of it.
 */
export function hardest(runner: Runner, settings: Record<string, string>): CampaignBody {
  const { runId } = runner.settings
  const name = `${runId} first: A+B <b>Größe</b> & "更大" 🚲 it's 100%2B `
  const keywords = [
    ...[
      'Zebra crossing',
      'alpha',
      'alpha, beta; gamma',
      'C++ & C#',
      'größe 更大 🚲',
      '<i>fast</i>',
    ],
    ...['MiXeD Case', 'delta', '50% off', "rock'n'roll", 'a "word"', 'zulu', 'Alpha'],
  ]
  return {
    ...runner.body('first', { settings }),
    name:
      name +
      'long '
        .repeat(LONG_NAME)
        .slice(0, LONG_NAME - name.length - 1)
        .concat('.'),
    keywords: [
      ...keywords.map((keyword) => `${runId} ${keyword}`),
      `${runId} ${'long '.repeat(LONG_KEYWORD)}`.slice(0, LONG_KEYWORD).concat('.'),
    ],
  }
}

/** The same within limits that a server may have: §2 shows none, and a refusal of more is no contradiction. */
export function moderate(runner: Runner, settings: Record<string, string>): CampaignBody {
  const { runId } = runner.settings
  return {
    ...runner.body('first', { settings }),
    name: `${runId} first: A+B <b>Größe</b> & "more" words than 64 signs`,
    keywords: [`${runId} Zebra crossing`, `${runId} alpha, beta`, `${runId} größe`],
  }
}

/** A body with only the members that §2 requires. */
export function plain(runner: Runner): CampaignBody {
  return runner.body('second', { keywords: [`${runner.settings.runId} second alpha`] })
}

/** Other values in each member that may be changed. */
export function changed(runner: Runner, body: CampaignBody): CampaignBody {
  const { runId } = runner.settings
  return {
    ...body,
    name: `${runId} changed: C+D <i>größer</i> & 更大`,
    keywords: [`${runId} changed Yankee`, `${runId} changed alpha`, `${runId} changed gamma`],
    frequency: 'weekly',
    ...(body.settings && { settings: changedSettings(body.settings) }),
  }
}

/** Another value of each, `seldom` ones where they are usual. */
function changedSettings(settings: Record<string, string>): Record<string, string> {
  const others = Object.entries(CHANGED).map(([name, value]) => {
    return [name, settings[name] === value ? SELDOM[name as keyof typeof SELDOM] : value]
  })
  return { ...settings, ...Object.fromEntries(others.filter(([name]) => settings[name as string])) }
}

/** The name stays; the other members are as they were first, or new. */
export function changedAgain(runner: Runner, body: CampaignBody, before: CampaignBody) {
  const { runId } = runner.settings
  return {
    ...body,
    keywords: [`${runId} changed twice`, `${runId} changed alpha`],
    frequency: before.frequency,
    ...(before.settings && { settings: before.settings }),
  }
}
