import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tokens } from '../../contract-tests/http/settings.ts'
import { digest } from '../../contract-tests/report/digest.ts'
import { locator } from '../../contract-tests/report/locate.ts'
import { exitCodeOf } from '../../contract-tests/report/result.ts'
import { terminalReport } from '../../contract-tests/report/terminal.ts'
import { type ReportRequest, writeReports } from '../../contract-tests/report/write-report.ts'
import { parseInteger } from '../config/parse.ts'
import {
  blamed,
  givenOptions,
  optionsFromEnvironment,
  optionsFromFlags,
  variableUnless,
} from '../config/sources.ts'
import { packageRoot } from '../package/package-root.ts'
import type { UpstreamState } from '../pipeline/upstream.ts'
import type { ProxyOptions } from '../proxy/options.ts'
import { type OpenedProxy, openProxy } from '../proxy.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Violation } from '../schema/traffic.ts'
import { readGivenTokens } from './check-keys.ts'
import { terminalOptions } from './interruptible.ts'
import { counted, note, noteError, print, printReport } from './output.ts'
import { PROXY_OPTIONS, type ProxyFlags } from './proxy-command.ts'
import { readReports } from './report-files.ts'
import { onceStopped, PROXY_PORT, visibleHost } from './serving.ts'
import { completedFlags } from './suite-flags.ts'

/**
 * `svc-sandbox proxy`: runs until SIGTERM, SIGINT or SIGHUP. The exit code is then 1 if a stated fact was contradicted; 2
 * if it cannot start.
 */
export async function proxy(upstream: string | undefined, flags: ProxyFlags): Promise<void> {
  // A machine that reads standard output wants only the log.
  const write = process.stdout.isTTY ? print : note
  try {
    const settings = readProxySettings(upstream, flags)
    const onViolation = (violation: Violation) => {
      if (violation.count === 1) write(lineOf(violation))
    }
    const { tokens, options } = settings
    const opened = await openProxy(options, { tokens, onViolation })
    onceStopped(async (signal) => {
      note('Closing: finishing open requests and verdicts.')
      process.exitCode = await closed(opened, settings, signal)
    })
    if (options.insecure) {
      note('WARNING: --insecure accepts any certificate. The upstream is not authenticated.')
    }
    write(greeting(opened.proxy, opened.upstream.state(), options))
  } catch (error) {
    noteError(blamed(error, variableUnless(flags)), 'svc-sandbox could not start the proxy.')
    process.exitCode = 2
  }
}

/** Closes a proxy and writes its files. Returns the exit code: 2 if a file cannot be written. */
async function closed(
  opened: OpenedProxy,
  settings: ProxySettings,
  signal: NodeJS.Signals,
): Promise<number> {
  try {
    await opened.proxy.close(signal)
    return await finish(opened, settings)
  } catch (error) {
    noteError(error, 'svc-sandbox could not write what it saw.')
    return 2
  }
}

function greeting(
  { url, port }: Sandbox,
  { upstream, mode, cassette, sandbox_operations, sandbox_missing, enforce }: UpstreamState,
  { host }: ProxySettings['options'],
): string[] {
  const base = new URL(url)
  const root = `${base.protocol}//${visibleHost(host)}:${port}`
  const tape = cassette === null ? '' : `, ${cassette}`
  const missing = sandbox_missing ? ['what the upstream lacks'] : []
  const own = [...sandbox_operations, ...missing].join(', ')
  return [
    '',
    `  svc-sandbox  proxy of ${upstream}`,
    '',
    `  Base URL     ${root}${base.pathname}`,
    `  Console      ${root}/`,
    `  Mode         ${mode}${tape}`,
    ...(own === '' ? [] : [`  Sandbox      ${own}`]),
    ...(enforce === null ? [] : [`  Enforced     requests by what is ${enforce}`]),
    `  Violations   ${root}/_sandbox/violations`,
    '',
  ]
}

/** One line on a violation. It holds foreign text, which `print` makes visible. */
function lineOf({ kind, direction, method, path, section, fact, ...found }: Violation): string {
  const mark = kind === 'contradicts_stated' ? 'CONTRADICTS' : 'differs from'
  const source =
    kind === 'contradicts_stated' ? `${section}${fact ? ` (${fact})` : ''}` : 'our assumption'
  return `  ${mark} ${source}  ${direction} of ${method} ${path}: ${found.statement} Expected ${found.expected}; found ${found.actual}.`
}

/**
 * Prints what the traffic of a closed proxy showed, and writes the reports. Returns the exit code: 1 if a stated fact was
 * contradicted.
 */
export async function finish(
  { upstream, report }: OpenedProxy,
  { reports }: ProxySettings,
): Promise<number> {
  const state = upstream.state()
  const isContradicted = upstream.violations({ kind: 'contradicts_stated' }).length > 0
  const result = report()
  note(summaryOf(state))
  if (!result) {
    if (total(state) > 0) note('The traffic could not be reported. No file was written.')
    return isContradicted ? 1 : 0
  }
  const found = digest(result)
  printReport(terminalReport(found, terminalOptions()))
  const locate = locator(readFileSync(join(packageRoot(), 'spec', 'openapi.yaml'), 'utf8'))
  await writeReports(found, reports, { locate })
  return isContradicted || exitCodeOf(result) === 1 ? 1 : 0
}

function summaryOf(state: UpstreamState): string[] {
  const { sources, unjudged, unjudged_reasons = {}, cassette, recorded } = state
  const answers = Object.entries(sources).filter(([, count]) => count > 0)
  return [
    '',
    `  Answers      ${answers.map(([source, count]) => `${count} ${source}`).join(', ') || 'none'}`,
    ...(cassette === null
      ? []
      : [`  Cassette     ${counted(recorded, 'exchange')} in ${cassette}`]),
    ...(unjudged > 0 ? [`  Not judged   ${counted(unjudged, 'exchange')}`] : []),
    ...Object.entries(unjudged_reasons).map(
      ([reason, count]) => `               ${count}: ${reason}`,
    ),
    '',
  ]
}

function total({ sources }: UpstreamState): number {
  return Object.values(sources).reduce((sum, count) => sum + count, 0)
}

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
