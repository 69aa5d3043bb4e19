import { DEFAULTS, type Settings, type Tokens } from '../../contract-tests/support/settings.ts'
import { ConfigError, isSet, parseInteger } from '../config.ts'

/** The flags of `svc-sandbox check` as commander reads them. */
export interface CheckFlags {
  /** The argument. */
  baseUrl?: string
  token?: string
  restrictedToken?: string
  limitedToken?: string
  revokedToken?: string
  otherToken?: string
  readOnly?: boolean
  level?: string
  maxRequests?: string
  maxWait?: string
  timeout?: string
  report?: string[]
  known?: string
  overlay?: string[]
  learn?: string
  fuzz?: string
  seed?: string
  replay?: string
  allowLiveKey?: boolean
  verbose?: boolean
}

const TEXTS = [
  ...['baseUrl', 'token', 'restrictedToken', 'limitedToken', 'revokedToken'],
  ...['level', 'maxRequests', 'maxWait', 'timeout', 'known', 'learn'],
  ...['otherToken', 'fuzz', 'seed', 'replay'],
]
const SWITCHES = ['readOnly', 'allowLiveKey', 'verbose']

/** Flags, and SVC_* variables for those that were not given: `--read-only` is SVC_READ_ONLY. */
export function flagsOf(
  given: CheckFlags,
  env: Record<string, string | undefined> = process.env,
): CheckFlags {
  // An empty text is what an unset variable of a shell script leaves.
  const text = (name: string) => (env[variableOf(name)] === '' ? undefined : env[variableOf(name)])
  const list = (name: string) => text(name)?.split(',')
  const found = {
    ...Object.fromEntries(TEXTS.map((name) => [name, text(name)])),
    ...Object.fromEntries(SWITCHES.map((name) => [name, isSet(variableOf(name), env)])),
    report: list('report'),
    overlay: list('overlay'),
    ...Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
    ),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

function variableOf(name: string): string {
  return `SVC_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** Keys of these prefixes work on production data (§5.3). */
const LIVE_PREFIXES = ['svc_token_', 'svc_live_']

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
  return {
    baseUrl: readBaseUrl(flags.baseUrl),
    tokens: readTokens(flags),
    level,
    readOnly: flags.readOnly ?? DEFAULTS.readOnly,
    ...readBudget(flags),
    maxWaitMs: (readCount(flags.maxWait, '--max-wait') ?? DEFAULTS.maxWaitMs / 1000) * 1000,
    leastWaitMs: DEFAULTS.leastWaitMs,
    timeoutMs: (readCount(flags.timeout, '--timeout', 1) ?? DEFAULTS.timeoutMs / 1000) * 1000,
    ...(flags.learn !== undefined && { learn: true }),
    ...run,
  }
}

/** What a run that learns asks a second time, on top of the others. */
const SECOND_SAMPLES = { main: 30, total: 50 }

function readBudget({
  maxRequests,
  learn,
}: CheckFlags): Pick<Settings, 'maxRequests' | 'maxTotal'> {
  const more = learn === undefined ? { main: 0, total: 0 } : SECOND_SAMPLES
  return {
    maxRequests: readCount(maxRequests, '--max-requests') ?? DEFAULTS.maxRequests + more.main,
    maxTotal: DEFAULTS.maxTotal + more.total,
  }
}

/** Whether cases are to be played in place of the fixed requests of the suite. */
export function isFuzzing({ fuzz, replay, seed, learn }: CheckFlags): boolean {
  if (learn !== undefined && (fuzz !== undefined || replay !== undefined)) {
    throw new ConfigError('--learn and --fuzz are runs of their own. Leave one out.')
  }
  if (fuzz !== undefined && replay !== undefined) {
    throw new ConfigError('--fuzz plays new cases and --replay one of before. Leave one out.')
  }
  if (seed !== undefined && fuzz === undefined) {
    throw new ConfigError(
      '--seed says which cases --fuzz plays. Give both, as in --fuzz 100 --seed 7.',
    )
  }
  return fuzz !== undefined || replay !== undefined
}

function readBaseUrl(value: string | undefined): string {
  if (!value) {
    throw new ConfigError(
      'The base URL is missing. Give it as in: svc-sandbox check https://api.example.com/api --token …',
    )
  }
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ConfigError(
      // It may hold a password or a key, so that it is not repeated.
      'The base URL must be an address such as https://api.example.com/api, without a query, a fragment or a password.',
    )
  }
  return url.href.replace(/\/+$/, '')
}

/** Two keys that are one would be told apart where nothing differs, and the deleted one be used. */
function requireDifferent(given: [flag: string, token: string | undefined][]): void {
  for (const [index, [flag, token]] of given.entries()) {
    const twin = given.slice(0, index).find(([, other]) => token && other === token)
    if (twin) throw new ConfigError(`${twin[0]} and ${flag} are the same key. Leave one out.`)
  }
}

function readTokens(flags: CheckFlags): Tokens {
  const given: [flag: string, token: string | undefined][] = [
    ['--token', flags.token],
    ['--restricted-token', flags.restrictedToken],
    ['--limited-token', flags.limitedToken],
    ['--revoked-token', flags.revokedToken],
    ['--other-token', flags.otherToken],
  ]
  for (const [flag, token] of given) {
    if (!token) continue
    // Never the value: it is a key, and this goes to a log.
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new ConfigError(`${flag} holds a character that no header can carry.`)
    }
    if (
      LIVE_PREFIXES.some((prefix) => token.toLowerCase().startsWith(prefix)) &&
      !flags.allowLiveKey
    ) {
      throw new ConfigError(
        `${flag} is a live key, and a run creates, changes and deletes campaigns. ` +
          'Give a test key (svc_test_…), or --allow-live-key if you mean it.',
      )
    }
  }
  requireDifferent(given)
  if (!flags.token) {
    throw new ConfigError('--token is missing. Give the key to check with, or set SVC_TOKEN.')
  }
  return {
    main: flags.token,
    ...(flags.restrictedToken && { restricted: flags.restrictedToken }),
    ...(flags.limitedToken && { limited: flags.limitedToken }),
    ...(flags.revokedToken && { revoked: flags.revokedToken }),
    ...(flags.otherToken && { other: flags.otherToken }),
  }
}

export function readCount(value: string | undefined, flag: string, least = 0): number | undefined {
  if (value === undefined || value === '') return undefined
  const count = parseInteger(value, flag)
  if (count < least) throw new ConfigError(`${flag} must be at least ${least}; found ${value}.`)
  return count
}
