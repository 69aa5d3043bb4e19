import type { Tokens } from '../../contract-tests/http/settings.ts'
import type { ReportRequest } from '../../contract-tests/report/write-report.ts'
import { variableOf } from '../config/options.ts'
import { parseInteger, readSwitch } from '../config/parse.ts'
import {
  type Flags,
  givenOptions,
  optionsFromEnvironment,
  optionsFromFlags,
} from '../config/sources.ts'
import type { ProxyOptions } from '../proxy/options.ts'
import { KEY_OPTIONS, readGivenTokens, requireFilled } from './check-keys.ts'
import { readReports } from './report-files.ts'
import { PROXY_PORT } from './serving.ts'

const TEXTS = [
  ...(['mode', 'cassette', 'timeout', 'ca'] as const),
  ...(['token', 'restrictedToken', 'limitedToken', 'revokedToken'] as const),
  ...(['otherToken', 'logoutToken'] as const),
]
const SWITCHES = ['allowLiveKey', 'sandboxMissing', 'insecure'] as const
const LISTS = ['sandbox', 'report'] as const

/** The options of its sandbox that a proxy has; the last are variables only. */
const OF_SANDBOX = [
  ...(['port', 'host', 'fixture', 'data', 'overlay', 'logLevel'] as const),
  ...(['adminToken', 'secretKey', 'metricsToken'] as const),
]

/** The flags of `svc-sandbox proxy` as commander reads them, with those of its sandbox. */
export type ProxyFlags = Flags & { [Name in (typeof TEXTS)[number]]?: string } & {
  [Name in (typeof SWITCHES)[number]]?: boolean
} & { [Name in (typeof LISTS)[number]]?: string[] } & { enforce?: string | boolean }

/** A proxy to start, and what is written when it ends. */
export interface ProxySettings {
  options: ProxyOptions
  tokens: Partial<Tokens>
  reports: ReportRequest[]
}

/**
 * The settings by flags, and then by SVC_* variables: SVC_MODE sets `--mode`.
 *
 * @throws ConfigError that names the flag, the value and the way out.
 */
export function readProxySettings(
  upstream: string | undefined,
  given: ProxyFlags,
  env: Record<string, string | undefined> = process.env,
): ProxySettings {
  const flags = completed(given, env)
  const ofSandbox = optionsFromFlags(given)
  const inVariables = givenOptions(optionsFromEnvironment(env, ofSandbox))
  const { timeout, enforce, mode } = flags
  const options: ProxyOptions = {
    port: PROXY_PORT,
    ...givenOptions(Object.fromEntries(OF_SANDBOX.map((name) => [name, inVariables[name]]))),
    ...ofSandbox,
    log: process.stdout.isTTY ? 'terminal' : 'json',
    upstream: upstream || env.SVC_BASE_URL || '',
    mode: mode as ProxyOptions['mode'],
    cassette: flags.cassette,
    enforce: enforce as ProxyOptions['enforce'],
    allowLiveKey: flags.allowLiveKey,
    sandbox: flags.sandbox,
    sandboxMissing: flags.sandboxMissing,
    timeout: timeout ? parseInteger(timeout, '--timeout') : undefined,
    ca: flags.ca,
    insecure: flags.insecure,
  }
  return {
    options,
    tokens: readGivenTokens(flags),
    reports: readReports(flags.report),
  }
}

/** With the variables, and without empty texts, as shell scripts leave them. */
function completed(given: ProxyFlags, env: Record<string, string | undefined>): ProxyFlags {
  for (const name of KEY_OPTIONS) {
    requireFilled(
      given[name],
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    )
    if (given[name] === undefined) requireFilled(env[variableOf(name)], variableOf(name))
  }
  const text = (name: string) => env[variableOf(name)] || undefined
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, given[name] || text(name)])),
    ...Object.fromEntries(
      SWITCHES.map((name) => [name, given[name] ?? readSwitch(variableOf(name), env)]),
    ),
    sandbox: commas(given.sandbox) ?? text('sandbox')?.split(','),
    report: given.report ?? text('report')?.split(','),
    enforce: given.enforce ?? enforcementIn(env),
  }
}

function commas(values: string[] | undefined): string[] | undefined {
  return values?.flatMap((value) => value.split(',')).map((value) => value.trim())
}

/** `stated`, `assumed`, or a switch. */
function enforcementIn(env: Record<string, string | undefined>): string | boolean | undefined {
  const value = env.SVC_ENFORCE
  return value === 'stated' || value === 'assumed' ? value : readSwitch('SVC_ENFORCE', env)
}
