import { DEFAULTS, type Settings, THOROUGH } from '../../contract-tests/http/settings.ts'
import { readBaseUrl } from '../config/parse.ts'
import { SUITE_OPTIONS } from '../config/suite-options.ts'
import { ConfigError, parseInteger } from '../config.ts'
import { readHeaders } from './check-headers.ts'
import { readTokens } from './check-keys.ts'
import { readRequirements, readSelection } from './selection.ts'
import { completedFlags, type FlagsOf } from './suite-flags.ts'

/** The flags of `svc-sandbox check` as commander reads them; `baseUrl` is its argument. */
export type CheckFlags = FlagsOf<typeof SUITE_OPTIONS>

/** The flags, completed from variables, and then from the configuration. */
export function flagsOf(
  given: CheckFlags,
  env: Record<string, string | undefined> = process.env,
  configured: CheckFlags = {},
): CheckFlags {
  return { ...configured, ...completedFlags(SUITE_OPTIONS, given, env) }
}

/**
 * The settings of a run.
 *
 * @throws ConfigError that names the flag, the value and the way out.
 */
export function readSettings(
  flags: CheckFlags,
  run: Pick<Settings, 'runId' | 'version'>,
): Settings {
  const level = flags.level ?? DEFAULTS.level
  if (level !== 'stated' && level !== 'assumed') {
    throw new ConfigError(`--level must be stated or assumed; found ${JSON.stringify(level)}.`)
  }
  const selection = readSelection(flags.only, flags.skip)
  const isLearning = flags.learn !== undefined || flags.compare !== undefined
  const more = isLearning ? SECOND_SAMPLES : { main: 0, total: 0 }
  const usual = flags.thorough ? THOROUGH : DEFAULTS
  const rate = readCount(flags.rate, '--rate', 1)
  const maxRequests =
    readCount(flags.maxRequests, '--max-requests') ?? usual.maxRequests + more.main
  return {
    baseUrl: readBaseUrl(flags.baseUrl, 'svc-sandbox check'),
    tokens: readTokens(flags),
    level,
    readOnly: flags.readOnly ?? DEFAULTS.readOnly,
    maxRequests,
    // Whoever allows more with the main key allows as many more in all.
    maxTotal:
      usual.maxTotal + more.total + Math.max(0, maxRequests - usual.maxRequests - more.main),
    maxWaitMs: (readCount(flags.maxWait, '--max-wait') ?? DEFAULTS.maxWaitMs / 1000) * 1000,
    leastWaitMs: DEFAULTS.leastWaitMs,
    timeoutMs: (readCount(flags.timeout, '--timeout', 1) ?? DEFAULTS.timeoutMs / 1000) * 1000,
    ...(rate !== undefined && { requestsPerSecond: rate }),
    ...(flags.thorough && { thorough: true }),
    ...(isLearning && { learn: true }),
    requirements: readRequirements(flags, selection.facts),
    ...((flags.only || flags.skip) && selection),
    ...(flags.header && { headers: readHeaders(flags.header) }),
    ...run,
  }
}

/** Additional requests of a run that learns: it asks for a second sample of each response. */
const SECOND_SAMPLES = { main: 90, total: 110 }

/** Whether the run plays cases instead of the fixed requests of the suite. */
export function isFuzzing(flags: CheckFlags): boolean {
  const { fuzz, replay, seed, learn, compare, only, skip } = flags
  const plays = fuzz !== undefined || replay !== undefined
  const contradictions: [boolean, string][] = [
    [
      plays && Boolean(only || skip),
      '--only and --skip select facts, and fuzz has rules. Leave them out.',
    ],
    [plays && learn !== undefined, 'learn and fuzz cannot be combined. Leave one out.'],
    [plays && compare !== undefined, '--compare and fuzz cannot be combined. Leave one out.'],
    [
      fuzz !== undefined && replay !== undefined,
      '--replay plays a saved case, and no number of new ones. Leave one out.',
    ],
    [
      seed !== undefined && replay !== undefined,
      '--replay plays a saved case, and --seed selects new ones. Leave one out.',
    ],
    [
      seed !== undefined && fuzz === undefined,
      '--seed selects the cases of fuzz, as in svc-sandbox fuzz --cases 100 --seed 7. Leave it out.',
    ],
  ]
  const found = contradictions.find(([isThere]) => isThere)
  if (found) throw new ConfigError(found[1])
  return plays
}

export function readCount(value: string | undefined, flag: string, least = 0): number | undefined {
  if (value === undefined || value === '') return undefined
  const count = parseInteger(value, flag)
  if (count < least) throw new ConfigError(`${flag} must be at least ${least}; found ${value}.`)
  return count
}
