import { blamed, variableUnless } from '../config/sources.ts'
import type { UpstreamState } from '../pipeline/upstream.ts'
import { type OpenedProxy, openProxy } from '../proxy.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Violation } from '../schema/traffic.ts'
import { note, noteError, print } from './output.ts'
import type { ProxyFlags } from './proxy-command.ts'
import { finish } from './proxy-ending.ts'
import { type ProxySettings, readProxySettings } from './proxy-settings.ts'
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
