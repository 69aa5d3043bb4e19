import type { Limits } from '../openapi/provenance/sections.ts'
import { DAY_MS, MINUTE_MS, parseDuration } from '../time/duration.ts'
import { ConfigError } from './config-error.ts'
import { inRange } from './numbers.ts'

/** The options of a hosted demo. */
export interface DemoOptions {
  /** Lets visitors of a hosted demo create accounts. Default: false. */
  openSignup?: boolean | undefined
  /** Fixture whose first account visitors get a copy of. Default: `fixture`. */
  signupFixture?: string | undefined
  /** Sign-ups from one address in an hour. Default: 5. */
  signupsPerHour?: number | undefined
  /** Sign-ups from one address in a day. Default: four times as many as in an hour. */
  signupsPerDay?: number | undefined
  /** Highest number of visitors' accounts at a time. Default: 1,000. */
  maxAccounts?: number | undefined
  /** Days after which an unused account of a visitor is removed. Default: 7. */
  idleDays?: number | undefined
  /**
   * Real time, such as `24h`, after which the accounts of the fixture and those of visitors return to their beginning.
   * Default: never.
   */
  resetEvery?: string | undefined
}

export interface DemoConfig {
  openSignup: boolean
  /** Undefined for `fixture`. */
  signupFixture: string | undefined
  /** From one address. */
  signupLimits: Limits
  maxAccounts: number
  idleDays: number
  /** As given, for messages. */
  resetEvery: string | undefined
  /** Milliseconds. */
  resetEveryMs: number | undefined
}

const DEFAULT_PER_HOUR = 5
/** Sign-ups from one address in a day, for each one in an hour. */
const HOURS = 4

/** Checks the options and fills in the defaults; throws ConfigError. */
export function readDemoOptions(options: DemoOptions): DemoConfig {
  const { openSignup = false, signupFixture, resetEvery } = options
  requireSignup(options)
  const hour = inRange(
    options.signupsPerHour ?? DEFAULT_PER_HOUR,
    1,
    MOST_SIGN_UPS,
    '--signups-per-hour',
  )
  const day = inRange(
    options.signupsPerDay ?? hour * HOURS,
    1,
    MOST_SIGN_UPS * HOURS,
    '--signups-per-day',
  )
  return {
    openSignup,
    signupFixture,
    signupLimits: { hour, day },
    maxAccounts: inRange(options.maxAccounts ?? 1000, 1, 1_000_000, '--max-accounts'),
    idleDays: inRange(options.idleDays ?? 7, 1, 3650, '--idle-days'),
    resetEvery,
    resetEveryMs: resetEvery === undefined ? undefined : parseInterval(resetEvery),
  }
}

const MOST_SIGN_UPS = 1_000_000

/** Options that concern nobody if visitors cannot sign up. */
const OF_VISITORS = {
  signupFixture: '--signup-fixture',
  signupsPerHour: '--signups-per-hour',
  signupsPerDay: '--signups-per-day',
} as const satisfies Partial<Record<keyof DemoOptions, string>>

function requireSignup(options: DemoOptions): void {
  if (options.openSignup === true) return
  for (const [name, flag] of Object.entries(OF_VISITORS)) {
    if (options[name as keyof typeof OF_VISITORS] === undefined) continue
    throw new ConfigError(
      `${flag} is about visitors who sign up, and sign-up is closed. Add --open-signup, or leave it out.`,
    )
  }
}

function parseInterval(text: string): number {
  const ms = parseDuration(text)
  if (ms !== undefined && ms >= MINUTE_MS && ms <= 365 * DAY_MS) return ms
  throw new ConfigError(
    `--reset-every must be a time from 1m to 365d, such as 24h or 1d12h; found ${JSON.stringify(text)}.`,
  )
}
