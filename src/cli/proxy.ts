import type { Violation } from '../../contract-tests/traffic/violation.ts'
import { blamed, variableUnless } from '../config/origin.ts'
import { ConfigError } from '../config.ts'
import { FixtureError } from '../fixtures/fixture-error.ts'
import { DocumentError } from '../openapi/document-error.ts'
import type { Upstream, UpstreamState } from '../pipeline/upstream.ts'
import { openProxy } from '../proxy.ts'
import type { Sandbox } from '../sandbox.ts'
import { StoreError } from '../store/store-error.ts'
import { counted, note, noteError, print } from './output.ts'
import { type ProxyFlags, type ProxySettings, readProxySettings } from './proxy-settings.ts'
import { onceStopped, visibleHost } from './serving.ts'

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
    const opened = await openProxy(settings.options, { onViolation })
    onceStopped(async (signal) => {
      note('Closing: finishing open requests and judgements.')
      await opened.proxy.close(signal)
      process.exitCode = await end(opened, settings)
    })
    if (settings.options.insecure) {
      note('WARNING: --insecure accepts any certificate of the upstream. Who answers is not known.')
    }
    write(greeting(opened.proxy, opened.upstream.state(), settings.options))
  } catch (error) {
    if (!isForTheUser(error)) throw error
    noteError(blamed(error, variableUnless(flags)), 'svc-sandbox could not start the proxy.')
    process.exitCode = 2
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

/** The summary. Returns the exit code. */
async function end(
  { upstream }: { upstream: Upstream },
  _settings: ProxySettings,
): Promise<number> {
  const violations = upstream.violations()
  const stated = violations.filter(({ kind }) => kind === 'contradicts_stated')
  note(summary(upstream.state(), violations))
  return stated.length > 0 ? 1 : 0
}

function summary({ sources, unjudged }: UpstreamState, violations: readonly Violation[]): string[] {
  const stated = violations.filter(({ kind }) => kind === 'contradicts_stated')
  const assumed = violations.filter(({ kind }) => kind !== 'contradicts_stated')
  const answers = Object.entries(sources).filter(([, count]) => count > 0)
  return [
    '',
    `  Answers      ${answers.map(([source, count]) => `${count} ${source}`).join(', ') || 'none'}`,
    ...(unjudged > 0 ? [`  Not judged   ${counted(unjudged, 'exchange')}`] : []),
    `  Violations   ${stated.length} of stated facts, ${assumed.length} of our assumptions`,
    ...[...stated, ...assumed].slice(0, MOST_SHOWN).map((each) => `  ${lineOf(each)}`),
    ...(violations.length > MOST_SHOWN
      ? [`    and ${counted(violations.length - MOST_SHOWN, 'other')}`]
      : []),
    '',
  ]
}

const MOST_SHOWN = 20

function isForTheUser(error: unknown): error is Error {
  return [ConfigError, DocumentError, FixtureError, StoreError].some(
    (kind) => error instanceof kind,
  )
}
