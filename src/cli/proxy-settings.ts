import type { Tokens } from '../../contract-tests/http/settings.ts'
import type { ReportRequest } from '../../contract-tests/report/write-report.ts'
import { variableOf } from '../config/origin.ts'
import { readSwitch } from '../config/switches.ts'
import { givenOptions, optionsFromEnvironment, parseInteger } from '../config.ts'
import type { ProxyOptions } from '../proxy/options.ts'
import { KEY_OPTIONS, readGivenTokens, requireFilled } from './check-keys.ts'
import { readReports } from './report-files.ts'

const TEXTS = [
  ...(['port', 'host', 'mode', 'cassette'] as const),
  ...(['timeout', 'ca', 'fixture', 'data', 'logLevel'] as const),
  ...(['token', 'restrictedToken', 'limitedToken', 'revokedToken'] as const),
  ...(['otherToken', 'logoutToken'] as const),
]
const SWITCHES = ['allowLiveKey', 'sandboxMissing', 'insecure'] as const
const LISTS = ['sandbox', 'overlay', 'report'] as const

/** The flags of `svc-sandbox proxy` as commander reads them. */
export type ProxyFlags = { [Name in (typeof TEXTS)[number]]?: string } & {
  [Name in (typeof SWITCHES)[number]]?: boolean
} & { [Name in (typeof LISTS)[number]]?: string[] } & { enforce?: string | boolean }

/** A proxy to start, and what is written when it ends. */
export interface ProxySettings {
  options: ProxyOptions
  tokens: Partial<Tokens>
  reports: ReportRequest[]
}

const DEFAULT_PORT = 4020

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
  // The place to listen and the secrets of the operator, as for `serve`.
  const { port, host, adminToken, secretKey, metricsToken } = optionsFromEnvironment(env, {
    ...(flags.port && { port: 0 }),
  })
  const { timeout, logLevel, enforce, mode } = flags
  const options: ProxyOptions = {
    ...givenOptions({ port: port ?? DEFAULT_PORT, host, adminToken, secretKey, metricsToken }),
    ...givenOptions({
      port: flags.port ? parseInteger(flags.port, '--port') : undefined,
      host: flags.host,
      fixture: flags.fixture,
      data: flags.data,
      overlay: flags.overlay,
      // Checked with all options.
      logLevel: logLevel as ProxyOptions['logLevel'],
    }),
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
  // Read by `optionsFromEnvironment`.
  const texts = TEXTS.filter((name) => name !== 'port' && name !== 'host')
  const text = (name: string) => env[variableOf(name)] || undefined
  return {
    ...Object.fromEntries(texts.map((name) => [name, given[name] || text(name)])),
    ...Object.fromEntries(
      SWITCHES.map((name) => [name, given[name] ?? readSwitch(variableOf(name), env)]),
    ),
    ...(given.port && { port: given.port }),
    ...(given.host && { host: given.host }),
    sandbox: commas(given.sandbox) ?? text('sandbox')?.split(','),
    overlay: given.overlay ?? text('overlay')?.split(','),
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
