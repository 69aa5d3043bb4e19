import { API_PATH } from './config/base-path.ts'
import { ConfigError } from './config/config-error.ts'
import {
  type DatabaseConfigOptions,
  parseDatabaseUrl,
  requireOnePlace,
} from './config/database-options.ts'
import { type DemoConfig, type DemoOptions, readDemoOptions } from './config/demo-options.ts'
import { isLoopbackHost } from './config/mode.ts'
import { inRange, parseInteger } from './config/numbers.ts'
import {
  type ObservabilityOptions,
  observabilityFromEnvironment,
  readObservability,
} from './config/observability.ts'
import { parseOrigins } from './config/origins.ts'
import {
  type PlaceConfig,
  type PlaceOptions,
  placeFromEnvironment,
  readPlace,
} from './config/place-options.ts'
import { parseTime } from './config/start-time.ts'
import { readSwitch } from './config/switches.ts'
import { parseWebhookTargets, type WebhookTarget } from './config/webhook-target.ts'

export { API_PATH } from './config/base-path.ts'
export { ConfigError } from './config/config-error.ts'
export { parseInteger } from './config/numbers.ts'

/** Seed of the generated data by default. */
export const DEFAULT_SEED = 1

/** Options of `createSandbox` and `svc-sandbox serve`; every field has a default. */
export interface SandboxOptions
  extends DatabaseConfigOptions,
    DemoOptions,
    ObservabilityOptions,
    PlaceOptions {
  /** 0 takes a free port. Default: 0 in code, 4010 on the command line. */
  port?: number | undefined
  /** False opens no port: send requests with `fetch`, or mount `handler`. In code only. Default: true. */
  listen?: boolean | undefined
  /** Address to listen on. Default: 127.0.0.1. */
  host?: string | undefined
  /** Initial content of an empty data folder: `demo`, `empty`, `starter`, `edges` or a YAML file. Default: demo. */
  fixture?: string | undefined
  /** Seed of all generated data: equal seeds give equal figures. Default: 1. */
  seed?: number | undefined
  /** Folder for data that clients write. Default: nothing is kept in code, `.svc-sandbox` on the command line. */
  data?: string | undefined
  /** Keep nothing on disk. */
  ephemeral?: boolean | undefined
  /** OpenAPI Overlay files that describe how another server differs; applied in this order. */
  overlay?: string | string[] | undefined
  /** Serve the API as of this release (§9). Default: the newest. */
  apiVersion?: string | undefined
  /** Initial time of the clock: ISO 8601 or epoch milliseconds. Default: the real time. */
  now?: string | number | undefined
  /** Number of trusted proxies in front, which report the caller's address. Default: 0. */
  trustProxy?: number | undefined
  /** Origins of pages that may call the API. Default: those of this machine on loopback, otherwise all. */
  corsOrigins?: string | string[] | undefined
  /** Origins of pages that may call the control plane, besides the sandbox's own. Default: none. */
  controlOrigins?: string | string[] | undefined
  /** False counts and shows quotas without refusing any request. Default: true. */
  rateLimits?: boolean | undefined
  /** Checks every response against the document and fails on a difference. Default: false. */
  validateResponses?: boolean | undefined
  /**
   * Receivers of webhooks on this machine or its local network, as `host` or `host:port`: only these may be called, with
   * http as well. Default: all, for accounts that the operator made, while only this machine can reach the sandbox.
   */
  webhookTargets?: string | string[] | undefined
  /** Opens the control plane on a server that other machines can reach. */
  adminToken?: string | undefined
  /** Random text of at least 32 characters, with which stored secrets are encrypted. Default: they are stored as they are. */
  secretKey?: string | undefined
  /** Default: `errors` in code; on the command line `terminal`, or `json` when piped. */
  log?: (typeof LOG_KINDS)[number] | undefined
}

/** Undefined keeps nothing, serves the newest release, derives links from the Host header, asks for no token. */
type Optional =
  | ('data' | 'database' | 'databaseDirect' | 'apiVersion')
  | ('adminToken' | 'secretKey' | 'metricsToken')
/** Options with one value or several. */
const LISTS = [
  ...(['overlay', 'webhookTargets', 'corsOrigins', 'controlOrigins', 'frameAncestors'] as const),
]
type List = (typeof LISTS)[number]
type Defaulted = Exclude<
  keyof SandboxOptions,
  Optional | List | keyof DemoOptions | keyof PlaceOptions | 'ephemeral' | 'now'
>

/** Options after checking, with all defaults. */
export type Config = DemoConfig & { [Name in Defaulted]: NonNullable<SandboxOptions[Name]> } & {
  [Name in Optional]: SandboxOptions[Name]
} & PlaceConfig & {
    overlays: string[]
    webhookTargets: WebhookTarget[]
    /** Normal origins (`config/origins.ts`). */
    corsOrigins: string[]
    controlOrigins: string[]
    /** Epoch milliseconds. */
    startAt: number | undefined
    /** As given, without defaults. */
    chosen: Pick<SandboxOptions, 'seed' | 'fixture'>
    apiPath: typeof API_PATH
  }

type NumberOption =
  | ('port' | 'seed' | 'trustProxy' | 'maxAccounts' | 'idleDays')
  | ('cacheMb' | 'drainSeconds' | 'signupsPerHour' | 'signupsPerDay')
type SwitchOption =
  | ('ephemeral' | 'migrate' | 'rateLimits' | 'validateResponses')
  | ('openSignup' | 'https')
type Environment = Record<string, string | undefined>

/**
 * Reads `SVC_*` variables as options: `SVC_PORT` is `--port`, and so on. A number or switch that `given` has is not
 * read: Kubernetes sets SVC_PORT to an address when a service has the name svc.
 */
export function optionsFromEnvironment(
  env: Environment = process.env,
  given: SandboxOptions = {},
): SandboxOptions {
  const text = (name: string) => (env[name] === '' ? undefined : env[name])
  const number = (name: string, option: NumberOption, flag: string) => {
    const value = given[option] === undefined ? text(name) : undefined
    return value === undefined ? undefined : parseInteger(value, `${name} (${flag})`)
  }
  const on = (name: string, option: SwitchOption) =>
    given[option] === undefined ? readSwitch(name, env) : undefined
  const off = (name: string, option: SwitchOption) => {
    const value = on(name, option)
    return value === undefined ? undefined : !value
  }
  return {
    port: number('SVC_PORT', 'port', '--port'),
    host: text('SVC_HOST'),
    fixture: text('SVC_FIXTURE'),
    seed: number('SVC_SEED', 'seed', '--seed'),
    data: text('SVC_DATA'),
    ephemeral: on('SVC_EPHEMERAL', 'ephemeral'),
    database: text('SVC_DATABASE'),
    databaseDirect: text('SVC_DATABASE_DIRECT'),
    migrate: off('SVC_NO_MIGRATE', 'migrate'),
    cacheMb: number('SVC_CACHE_MB', 'cacheMb', '--cache-mb'),
    overlay: text('SVC_OVERLAY')?.split(','),
    apiVersion: text('SVC_API_VERSION'),
    now: text('SVC_NOW'),
    ...placeFromEnvironment(text, on('SVC_HTTPS', 'https')),
    trustProxy: number('SVC_TRUST_PROXY', 'trustProxy', '--trust-proxy'),
    webhookTargets: text('SVC_WEBHOOK_TARGET')?.split(','),
    corsOrigins: text('SVC_CORS_ORIGIN')?.split(','),
    controlOrigins: text('SVC_CONTROL_ORIGIN')?.split(','),
    rateLimits: off('SVC_NO_RATE_LIMITS', 'rateLimits'),
    validateResponses: on(VALIDATE_RESPONSES, 'validateResponses'),
    adminToken: text('SVC_ADMIN_TOKEN'),
    secretKey: filled('SVC_SECRET_KEY', env),
    ...observabilityFromEnvironment(env),
    openSignup: on('SVC_OPEN_SIGNUP', 'openSignup'),
    signupFixture: text('SVC_SIGNUP_FIXTURE'),
    signupsPerHour: number('SVC_SIGNUPS_PER_HOUR', 'signupsPerHour', '--signups-per-hour'),
    signupsPerDay: number('SVC_SIGNUPS_PER_DAY', 'signupsPerDay', '--signups-per-day'),
    resetEvery: text('SVC_RESET_EVERY'),
    maxAccounts: number('SVC_MAX_ACCOUNTS', 'maxAccounts', '--max-accounts'),
    idleDays: number('SVC_IDLE_DAYS', 'idleDays', '--idle-days'),
    drainSeconds: number('SVC_DRAIN_SECONDS', 'drainSeconds', '--drain-seconds'),
  }
}

const LOG_KINDS = ['silent', 'errors', 'terminal', 'json'] as const

/** The only variable that `createSandbox` also reads, so that a whole test run can check its responses. */
const VALIDATE_RESPONSES = 'SVC_VALIDATE_RESPONSES'

/**
 * The options without undefined values, so that spreading them does not hide others, and without empty strings, as
 * unset variables of shell scripts leave them.
 */
export function givenOptions(options: SandboxOptions): SandboxOptions {
  const lists = LISTS.map((name) => {
    const values = [options[name] ?? []].flat().filter((value) => value.trim() !== '')
    return [name, values.length > 0 ? values : undefined]
  })
  const given = Object.entries({ ...options, ...Object.fromEntries(lists) })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''))
}

/** Checks options and fills in the defaults; throws ConfigError. */
export function readConfig(all: SandboxOptions = {}): Config {
  const options = givenOptions(all)
  const host = options.host ?? '127.0.0.1'
  const isLoopback = isLoopbackHost(host)
  if (!isLoopback && !options.adminToken) {
    throw new ConfigError(
      `--host ${host} can be reached from outside of this machine, so the control plane needs a token. ` +
        'Set one with SVC_ADMIN_TOKEN, or listen on 127.0.0.1.',
    )
  }
  requireOnePlace(options)
  const database = parseDatabaseUrl(options.database, '--database')
  const databaseDirect = parseDatabaseUrl(options.databaseDirect, '--database-direct')
  if (databaseDirect !== undefined && database === undefined) {
    throw new ConfigError('--database-direct needs --database, the address for everything else.')
  }
  return {
    host,
    port: inRange(options.port ?? 0, 0, 65_535, '--port'),
    listen: options.listen ?? true,
    fixture: options.fixture ?? 'demo',
    seed: inRange(options.seed ?? DEFAULT_SEED, 0, 0xffff_ffff, '--seed'),
    data: options.data,
    database,
    databaseDirect,
    migrate: options.migrate ?? true,
    cacheMb: inRange(options.cacheMb ?? 256, 1, 65_536, '--cache-mb'),
    overlays: [options.overlay ?? []].flat(),
    apiVersion: options.apiVersion,
    startAt: parseTime(options.now),
    chosen: { seed: options.seed, fixture: options.fixture },
    ...readPlace(options),
    trustProxy: inRange(options.trustProxy ?? 0, 0, 100, '--trust-proxy'),
    webhookTargets: parseWebhookTargets([options.webhookTargets ?? []].flat()),
    corsOrigins: parseOrigins(options.corsOrigins, '--cors-origin'),
    controlOrigins: parseOrigins(options.controlOrigins, '--control-origin'),
    rateLimits: options.rateLimits ?? true,
    validateResponses:
      options.validateResponses ?? readSwitch(VALIDATE_RESPONSES, process.env) ?? false,
    adminToken: options.adminToken,
    secretKey: parseSecretKey(options.secretKey),
    ...readDemoOptions(options),
    drainSeconds: inRange(options.drainSeconds ?? 0, 0, 600, '--drain-seconds'),
    log: parseLog(options.log ?? 'errors'),
    ...readObservability(options),
    apiPath: API_PATH,
  }
}

/** Throws ConfigError for what is no kind of log, such as a level. */
function parseLog(log: (typeof LOG_KINDS)[number]) {
  if (LOG_KINDS.includes(log)) return log
  throw new ConfigError(
    `log must be one of ${LOG_KINDS.join(', ')}; found ${JSON.stringify(log)}. Levels are given with logLevel.`,
  )
}

/** Shorter texts could be guessed by those who have the data. */
const LEAST_KEY_LENGTH = 32

/** An unset variable of a shell script would leave the data unencrypted. Throws ConfigError. */
function filled(name: string, env: Environment): string | undefined {
  if (env[name] !== '') return env[name]
  throw new ConfigError(`${name} is empty. Give it a value, or unset it.`)
}

function parseSecretKey(value: string | undefined): string | undefined {
  if (value === undefined || value.length >= LEAST_KEY_LENGTH) return value
  throw new ConfigError(
    `SVC_SECRET_KEY must have at least ${LEAST_KEY_LENGTH} characters; found ${value.length}. ` +
      'Make one with `openssl rand -base64 32`.',
  )
}
