/** Log levels; each includes the ones before it. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const LOG_KINDS = ['silent', 'errors', 'terminal', 'json'] as const

/** An option of a sandbox. */
export interface Option {
  kind: 'number' | 'text' | 'switch' | 'list' | 'time'
  /** The flag of `svc-sandbox serve`. Secrets have none: others could read it in the list of processes. */
  flag?: string
  /** The variable of an option without a flag; otherwise the flag names it (`variableOf`). */
  variable?: string
  /** The sentence of the help and of docs/configuration.md. */
  says: string
  /** What docs/configuration.md says in addition. */
  more?: string
  default?: string | number | boolean
  /** The default of `svc-sandbox serve`, if it is another one. */
  served?: string | number
  /** The default in words. */
  usual?: string
  /** The least and the highest number. */
  within?: [number, number]
  /** The least number of characters. Shorter ones could be guessed. */
  length?: number
  choices?: readonly string[]
  /** What a message about a wrong value says in addition. */
  hint?: string
  /** Shells offer the names of the packaged fixtures. */
  isFixture?: true
  /** An empty variable is an error, and not as if it was not set. */
  isNeverEmpty?: true
}

/**
 * All options of `createSandbox` and `svc-sandbox serve`, in the order of the help. Flags, variables, members of the
 * configuration file, checks, types and docs/configuration.md come from here. Editors show the comments.
 */
export const OPTIONS = {
  /** 0 takes a free port. Default: 0 in code, 4010 on the command line. */
  port: {
    kind: 'number',
    flag: '--port <number>',
    says: 'port to listen on; 0 picks a free one',
    default: 0,
    served: 4010,
    within: [0, 65_535],
  },
  /** Address to listen on. Default: 127.0.0.1. */
  host: {
    kind: 'text',
    flag: '--host <address>',
    says: 'address to listen on',
    more: 'one that other machines can reach requires SVC_ADMIN_TOKEN',
    default: '127.0.0.1',
  },
  /** Initial content of an empty data folder: `demo`, `empty`, `starter`, `edges` or a YAML file. Default: demo. */
  fixture: {
    kind: 'text',
    flag: '--fixture <name|file>',
    says: 'initial data: demo, empty, starter, edges or a YAML file',
    more: 'see [Fixtures](fixtures.md)',
    default: 'demo',
    isFixture: true,
  },
  /** Seed of all generated data: equal seeds give equal figures. Default: 1. */
  seed: {
    kind: 'number',
    flag: '--seed <number>',
    says: 'seed of all generated data',
    more: 'also of the ids',
    default: 1,
    within: [0, 0xffff_ffff],
  },
  /** Folder for data that clients write. Default: nothing is kept in code, `.svc-sandbox` on the command line. */
  data: {
    kind: 'text',
    flag: '--data <folder>',
    says: 'folder to store all data in',
    more: 'see [Durability](durability.md)',
    served: '.svc-sandbox',
  },
  /** Keep nothing on disk. */
  ephemeral: { kind: 'switch', flag: '--ephemeral', says: 'keep all data in memory only' },
  /** Address of a PostgreSQL database that keeps all data, `postgres://user:password@host:5432/name`. */
  database: {
    kind: 'text',
    flag: '--database <url>',
    says: 'PostgreSQL database to store all data in, for any number of replicas; better set as SVC_DATABASE',
    more: 'the variable keeps its password out of `ps`',
  },
  /** Address of PostgreSQL itself where `database` is a pgbouncer in transaction mode. */
  databaseDirect: {
    kind: 'text',
    flag: '--database-direct <url>',
    says: 'PostgreSQL itself, if --database is pgbouncer',
    more: 'needed in its transaction mode',
  },
  /** Creates or updates the tables at the start. Default: true. */
  migrate: {
    kind: 'switch',
    flag: '--no-migrate',
    says: 'do not create or update the tables of the database',
    more: 'with old tables it does not start; [`migrate`](cli.md#svc-sandbox-migrate) updates them',
    default: true,
  },
  /** Megabytes of accounts that a replica keeps in memory. Default: 256. */
  cacheMb: {
    kind: 'number',
    flag: '--cache-mb <number>',
    says: 'megabytes of account data to cache, with a database',
    default: 256,
    within: [1, 65_536],
  },
  /** OpenAPI Overlay files that describe how another server differs; applied in this order. */
  overlay: {
    kind: 'list',
    flag: '--overlay <file...>',
    says: 'OpenAPI overlays that describe how another server differs',
    more: 'applied in order; see [Overlays](overlays.md)',
  },
  /** Serve the API as of this release (§9). Default: the newest. */
  apiVersion: {
    kind: 'text',
    flag: '--api-version <release>',
    says: 'release of the API to serve: 1.0.0, 1.1.0 or 1.2.0',
    more: 'webhooks were added in 1.1.0, chat mentions in 1.2.0',
    usual: 'the newest',
  },
  /** Initial time of the clock: ISO 8601 or epoch milliseconds. Default: the real time. */
  now: {
    kind: 'time',
    flag: '--now <time>',
    says: 'time at which the clock starts, such as 2026-03-01T09:00:00Z or 2026-03-01 (midnight in UTC)',
    more: 'without it, the real time',
  },
  /** Address of the server for callers, used in absolute links. Default: the Host header of each request. */
  publicUrl: {
    kind: 'text',
    flag: '--public-url <url>',
    says: 'public address of the server, for absolute links',
    more: 'without it, they have the Host header of the request; see [Hosting](hosting.md)',
  },
  /** Path below which callers reach the server, such as `/sandbox`. Default: the path of `publicUrl`. */
  basePath: {
    kind: 'text',
    flag: '--base-path <path>',
    says: 'path of the server behind a proxy, such as /sandbox',
    more: 'see [Hosting](hosting.md#below-a-path)',
    usual: 'that of --public-url',
  },
  /** Listens with HTTPS, with a generated certificate for this machine unless `tlsCert` names another. Default: false. */
  https: {
    kind: 'switch',
    flag: '--https',
    says: 'serve HTTPS, with a generated certificate for this machine',
    more: 'see [Hosting](hosting.md#https)',
  },
  /** File of a certificate in PEM, with those that lead to its authority. It implies `https`. */
  tlsCert: {
    kind: 'text',
    flag: '--tls-cert <file>',
    says: 'certificate to serve HTTPS with, in PEM; with --tls-key',
    more: 'intermediate certificates follow it in the file',
  },
  /** File of its private key in PEM. */
  tlsKey: {
    kind: 'text',
    flag: '--tls-key <file>',
    says: 'private key of the certificate, in PEM',
    more: 'without a passphrase',
  },
  /** Number of trusted proxies in front, which report the caller's address. Default: 0. */
  trustProxy: {
    kind: 'number',
    flag: '--trust-proxy <number>',
    says: 'number of proxies in front of the server',
    more: 'they report the address of the client',
    default: 0,
    within: [0, 100],
  },
  /**
   * Receivers of webhooks on this machine or its local network, as `host` or `host:port`: only these may be called, with
   * http as well. Default: all, for accounts that the operator made, while only this machine can reach the sandbox.
   */
  webhookTargets: {
    kind: 'list',
    flag: '--webhook-target <host...>',
    says: 'allowed webhook receivers on this machine or its network, as host or host:port',
    more: 'http is allowed for them; see [Addresses](webhooks.md#addresses)',
    usual: 'all, for accounts of the operator of a local sandbox',
  },
  /** Origins of pages that may call the API. Default: those of this machine on loopback, otherwise all. */
  corsOrigins: {
    kind: 'list',
    flag: '--cors-origin <origin...>',
    says: 'origins of pages that may call the API, such as http://app.test:3000',
    more: 'see [Pages of other origins](#pages-of-other-origins)',
    usual: 'localhost on loopback, otherwise all',
  },
  /** Origins of pages that may call the control plane, besides the sandbox's own. Default: none. */
  controlOrigins: {
    kind: 'list',
    flag: '--control-origin <origin...>',
    says: 'origins of pages that may call the control plane',
    usual: 'none',
  },
  /** Origins of pages that may embed the pages of the sandbox in a frame, and `self`. Default: none. */
  frameAncestors: {
    kind: 'list',
    flag: '--frame-ancestors <origin...>',
    says: 'origins of pages that may embed the console and the docs in a frame, and self',
    more: 'see [Embed it in a page](hosting.md#embed-it-in-a-page)',
    usual: 'none',
  },
  /** False counts and shows quotas without refusing any request. Default: true. */
  rateLimits: {
    kind: 'switch',
    flag: '--no-rate-limits',
    says: 'count requests and show quotas, but never refuse a request',
    default: true,
  },
  /** Checks every response against the document and fails on a difference. Default: false. */
  validateResponses: {
    kind: 'switch',
    flag: '--validate-responses',
    says: 'check each response against the document; fail if it differs',
    more: 'the response is then a 500',
  },
  /** Lets visitors of a hosted demo create accounts. Default: false. */
  openSignup: {
    kind: 'switch',
    flag: '--open-signup',
    says: 'let visitors of a hosted demo create their own accounts',
    default: false,
  },
  /** Fixture whose first account visitors get a copy of. Default: `fixture`. */
  signupFixture: {
    kind: 'text',
    flag: '--signup-fixture <name|file>',
    says: 'fixture whose first account visitors get a copy of',
    usual: '--fixture',
    isFixture: true,
  },
  /** Sign-ups from one address in an hour. Default: 5. */
  signupsPerHour: {
    kind: 'number',
    flag: '--signups-per-hour <number>',
    says: 'sign-ups from one address per hour',
    default: 5,
    within: [1, 1_000_000],
  },
  /** Sign-ups from one address in a day. Default: four times as many as in an hour. */
  signupsPerDay: {
    kind: 'number',
    flag: '--signups-per-day <number>',
    says: 'sign-ups from one address per day',
    usual: 'four times --signups-per-hour',
    within: [1, 4_000_000],
  },
  /** Highest number of visitors' accounts at a time. Default: 1,000. */
  maxAccounts: {
    kind: 'number',
    flag: '--max-accounts <number>',
    says: 'maximum number of visitor accounts',
    default: 1000,
    within: [1, 1_000_000],
  },
  /** Days after which an unused account of a visitor is removed. Default: 7. */
  idleDays: {
    kind: 'number',
    flag: '--idle-days <number>',
    says: 'days until an unused visitor account is removed',
    default: 7,
    within: [1, 3650],
  },
  /**
   * Real time, such as `24h`, after which the accounts of the fixture and those of visitors return to their beginning.
   * Default: never.
   */
  resetEvery: {
    kind: 'text',
    flag: '--reset-every <time>',
    says: 'real time, such as 24h, after which fixture accounts and visitor accounts are reset',
    more: 'see [Begin again every day](hosting.md#begin-again-every-day)',
    usual: 'never',
  },
  /**
   * Seconds in which a sandbox that closes still accepts connections, while it reports that it is not ready. Default:
   * 0; on the command line with a database 5.
   */
  drainSeconds: {
    kind: 'number',
    flag: '--drain-seconds <number>',
    says: 'seconds to accept connections after SIGTERM',
    more: 'load balancers notice the end in this time',
    default: 0,
    usual: '5 with a database, otherwise 0',
    within: [0, 600],
  },
  /** Log level: `silent`, `error`, `warn`, `info` or `debug`. Default: info. */
  logLevel: {
    kind: 'text',
    flag: '--log-level <level>',
    says: 'what the log shows: silent, error, warn, info or debug',
    more: 'see [Logs](hosting.md#logs)',
    default: 'info',
    choices: LOG_LEVELS,
  },
  /** Opens the control plane on a server that other machines can reach. */
  adminToken: {
    kind: 'text',
    variable: 'SVC_ADMIN_TOKEN',
    says: 'token for the control plane',
  },
  /** Random text of at least 32 characters, with which stored secrets are encrypted. Default: they are stored as they are. */
  secretKey: {
    kind: 'text',
    variable: 'SVC_SECRET_KEY',
    says: 'random text of at least 32 characters that [encrypts stored secrets](hosting.md#encrypt-stored-secrets)',
    length: 32,
    hint: 'Make one with `openssl rand -base64 32`.',
    isNeverEmpty: true,
  },
  /** A token that reads `GET /metrics` and opens nothing else. Default: the admin token alone reads it. */
  metricsToken: {
    kind: 'text',
    variable: 'SVC_METRICS_TOKEN',
    says: 'token of at least 16 characters that gives access to [`/metrics`](hosting.md#metrics) only',
    length: 16,
  },
  /**
   * Sends OpenTelemetry traces, as the variables `OTEL_*` say. Default: false in code; on the command line, whether
   * `OTEL_EXPORTER_OTLP_ENDPOINT` is set.
   */
  traces: {
    kind: 'switch',
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    says: 'collector of [traces](hosting.md#traces)',
    default: false,
  },
  /** False opens no port: send requests with `fetch`, or mount `handler`. In code only. Default: true. */
  listen: { kind: 'switch', says: 'whether to open the port', default: true },
  /** Default: `errors` in code; on the command line `terminal`, or `json` when piped. */
  log: {
    kind: 'text',
    says: 'form of the log',
    default: 'errors',
    choices: LOG_KINDS,
    hint: 'Levels are given with logLevel.',
  },
} satisfies Record<string, Option>

export type OptionName = keyof typeof OPTIONS

interface Kinds {
  number: number
  text: string
  switch: boolean
  list: string | string[]
  time: string | number
}

type Given<Row extends Option> = Row extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Kinds[Row['kind']]

// With `keyof typeof` spelled out in both, editors show the comments of the table.

/** Options of `createSandbox` and `svc-sandbox serve`; every one has a default. */
export type SandboxOptions = {
  [Name in keyof typeof OPTIONS]?: Given<(typeof OPTIONS)[Name]> | undefined
}

type Value<Row extends Option> = Row extends { kind: 'list' }
  ? string[]
  : Given<Row> | (Row extends { default: unknown } ? never : undefined)

/** The options with their defaults, after checking each by itself. */
export type OptionValues = { [Name in keyof typeof OPTIONS]: Value<(typeof OPTIONS)[Name]> }

/** The rows of the table, in its order. */
export const optionRows = Object.entries(OPTIONS) as [OptionName, Option][]

/** The name of a flag without dashes and value, such as `no-migrate`; undefined without a flag. */
export function flagNameOf({ flag }: Option): string | undefined {
  return /^--([a-z-]+)/.exec(flag ?? '')?.[1]
}

/** Whether the flag and the variable turn a switch off. */
export function isNegated(option: Option): boolean {
  return option.kind === 'switch' && option.default === true && option.flag !== undefined
}

/** The variable that sets an option; undefined for an option in code only. */
export function variableOfOption(option: Option): string | undefined {
  const name = flagNameOf(option)
  return option.variable ?? (name && variableOf(name))
}

/** The default as the help and the documentation show it; undefined if nothing is to be said. */
export function shownDefault({ kind, usual, served, default: value }: Option): string | undefined {
  if (kind === 'switch') return undefined
  return usual ?? (served ?? value)?.toString()
}

/** The variable of an option: `SVC_READ_ONLY` of `readOnly` or `read-only`. */
export function variableOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter}`)
  return `SVC_${words.replaceAll('-', '_').toUpperCase()}`
}

/** The flag of an option: `--read-only` of `readOnly`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
