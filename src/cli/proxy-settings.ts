import type { Tokens } from '../../contract-tests/http/settings.ts'
import type { ReportRequest } from '../../contract-tests/report/write-report.ts'
import { parseInteger } from '../config/parse.ts'
import { givenOptions, optionsFromEnvironment, optionsFromFlags } from '../config/sources.ts'
import type { ProxyOptions } from '../proxy/options.ts'
import { readGivenTokens } from './check-keys.ts'
import { PROXY_OPTIONS, type ProxyFlags } from './proxy-command.ts'
import { readReports } from './report-files.ts'
import { PROXY_PORT } from './serving.ts'
import { completedFlags } from './suite-flags.ts'

/** The options of its sandbox that a proxy has; the last are variables only. */
const OF_SANDBOX = [
  ...(['port', 'host', 'fixture', 'data', 'overlay', 'logLevel'] as const),
  ...(['adminToken', 'secretKey', 'metricsToken'] as const),
]

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
  const flags = completedFlags(PROXY_OPTIONS, given, env)
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
    sandbox: flags.sandbox?.flatMap((value) => value.split(',')).map((value) => value.trim()),
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
