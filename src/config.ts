import { API_PATH, parsePlace } from './config/base-path.ts'
import { parseDatabaseUrl, requireOnePlace } from './config/database-options.ts'
import { isLoopbackHost } from './config/mode.ts'
import {
  flagNameOf,
  OPTIONS,
  type Option,
  type OptionValues,
  optionRows,
  type SandboxOptions,
  variableOfOption,
} from './config/options.ts'
import { parseFrameAncestors, parseOrigins } from './config/origins.ts'
import { ConfigError, inRange, parseTime, readSwitch } from './config/parse.ts'
import { givenOptions } from './config/sources.ts'
import { parseWebhookTargets } from './config/webhook-target.ts'
import { DAY_MS, MINUTE_MS, parseDuration } from './time/duration.ts'

export { API_PATH } from './config/base-path.ts'
export type { SandboxOptions } from './config/options.ts'
export { ConfigError, parseInteger } from './config/parse.ts'
export { givenOptions, optionsFromEnvironment } from './config/sources.ts'

/** Options after checking, with all defaults. */
export type Config = ReturnType<typeof readConfig>

/** Checks options and fills in the defaults; throws ConfigError. */
export function readConfig(all: SandboxOptions = {}) {
  const options = givenOptions(all)
  requireRules(options)
  const { overlay, now, publicUrl, basePath, tlsCert, tlsKey, ...values } = checked(options)
  const { signupsPerHour, signupsPerDay, ...others } = values
  const { resetEvery } = others
  return {
    ...others,
    overlays: overlay,
    database: parseDatabaseUrl(values.database, '--database'),
    databaseDirect: parseDatabaseUrl(values.databaseDirect, '--database-direct'),
    /** Epoch milliseconds. */
    startAt: parseTime(now),
    /** As given, without defaults. */
    chosen: { seed: options.seed, fixture: options.fixture },
    ...parsePlace(publicUrl, basePath),
    https: values.https ?? tlsCert !== undefined,
    /** Undefined for a generated certificate. */
    tlsFiles: tlsCert === undefined ? undefined : { cert: tlsCert, key: tlsKey as string },
    webhookTargets: parseWebhookTargets(values.webhookTargets),
    /** Normal origins (`config/origins.ts`). */
    corsOrigins: parseOrigins(values.corsOrigins, '--cors-origin'),
    controlOrigins: parseOrigins(values.controlOrigins, '--control-origin'),
    frameAncestors: parseFrameAncestors(values.frameAncestors),
    // The only variable that `createSandbox` also reads, so that a whole test run can check its responses.
    validateResponses:
      values.validateResponses ?? readSwitch('SVC_VALIDATE_RESPONSES', process.env) ?? false,
    /** From one address. */
    signupLimits: { hour: signupsPerHour, day: signupsPerDay ?? signupsPerHour * 4 },
    resetEveryMs: resetEvery === undefined ? undefined : parseInterval(resetEvery),
    apiPath: API_PATH,
  }
}

/** The options with their defaults. Throws ConfigError for a value that its row of the table does not allow. */
function checked(options: SandboxOptions): OptionValues {
  const values = optionRows.map(([name, option]) => {
    const value = options[name] ?? option.default
    if (option.kind === 'list') return [name, [value ?? []].flat()]
    if (value !== undefined) requireAllowed(value, option, name)
    return [name, value]
  })
  return Object.fromEntries(values)
}

function requireAllowed(value: unknown, option: Option, name: string): void {
  const { within, choices, length = 0, hint } = option
  const flag = flagNameOf(option)
  const subject = flag === undefined ? (variableOfOption(option) ?? name) : `--${flag}`
  const refuse = (problem: string) => {
    throw new ConfigError([`${subject} must ${problem}.`, hint].filter(Boolean).join(' '))
  }
  if (within) inRange(value as number, ...within, subject)
  if (choices && !choices.includes(value as string)) {
    refuse(`be one of ${choices.join(', ')}; found ${JSON.stringify(value)}`)
  }
  const characters = String(value).length
  if (characters < length) refuse(`have at least ${length} characters; found ${characters}`)
}

/** The rules between options. Throws ConfigError. */
function requireRules(options: SandboxOptions): void {
  const { host = OPTIONS.host.default, adminToken, tlsCert, tlsKey } = options
  if (!isLoopbackHost(host) && !adminToken) {
    throw new ConfigError(
      `--host ${host} can be reached from outside of this machine, so the control plane needs a token. ` +
        'Set one with SVC_ADMIN_TOKEN, or listen on 127.0.0.1.',
    )
  }
  requireOnePlace(options)
  if (options.databaseDirect !== undefined && options.database === undefined) {
    throw new ConfigError('--database-direct needs --database, the address for everything else.')
  }
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new ConfigError(
      `${tlsCert === undefined ? '--tls-key needs --tls-cert' : '--tls-cert needs --tls-key'}: a server proves its certificate with its key.`,
    )
  }
  if (tlsCert !== undefined && options.https === false) {
    throw new ConfigError('https is off, and --tls-cert is given. Leave one of them out.')
  }
  if (!options.openSignup) requireNoVisitors(options)
}

/** Refuses options that concern nobody if visitors cannot sign up. */
function requireNoVisitors(options: SandboxOptions): void {
  for (const name of ['signupFixture', 'signupsPerHour', 'signupsPerDay'] as const) {
    if (options[name] === undefined) continue
    throw new ConfigError(
      `--${flagNameOf(OPTIONS[name])} is about visitors who sign up, and sign-up is closed. Add --open-signup, or leave it out.`,
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
