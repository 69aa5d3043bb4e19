import { createSecureContext, rootCertificates } from 'node:tls'
import type { RunResult } from '../contract-tests/report/result.ts'
import { ConfigError } from './config.ts'
import { rootOf } from './connection/base-url.ts'
import type { Upstream, UpstreamParts } from './pipeline/upstream.ts'
import { VERDICT_MS } from './proxy/conclude.ts'
import { Deadlines } from './proxy/deadlines.ts'
import { Forwarder } from './proxy/forward.ts'
import { HybridSandbox } from './proxy/hybrid.ts'
import type { Judge } from './proxy/judge.ts'
import { type JudgeOptions, openJudge } from './proxy/judging/open-judge.ts'
import { operationMatchOf } from './proxy/match-of.ts'
import { openedUpstream } from './proxy/opened-upstream.ts'
import { type ProxyConfig, type ProxyOptions, readProxyOptions } from './proxy/options.ts'
import { HELD_MS } from './proxy/relay.ts'
import { Tape } from './proxy/tape.ts'
import { Target } from './proxy/target.ts'
import { createSandbox, type Sandbox, type SandboxParts } from './sandbox.ts'

export { requireKnownProxyOptions } from './proxy/options.ts'

export interface ProxyParts extends Pick<SandboxParts, 'clock'>, JudgeOptions {
  /** Replaces the judge, for tests. */
  openJudge?: (sandbox: UpstreamParts, config: ProxyConfig) => Promise<Judge>
}

/** A sandbox in front of another server. Its `url` is the base URL of clients. */
export interface OpenedProxy {
  proxy: Sandbox
  upstream: Upstream
  /** What was found in the traffic; present when the proxy is closed, if `parts.reports` is set. */
  report(): RunResult | undefined
}

/** As `createProxy` of index.ts, for those who report on the traffic. */
export async function openProxy(
  options: ProxyOptions,
  parts: ProxyParts = {},
): Promise<OpenedProxy> {
  const { config, sandbox: ofSandbox } = readProxyOptions(options)
  const target = new Target(config.upstream)
  const forwarder = forwarderTo(target, config)
  let opened: Upstream | undefined
  let judge: Judge | undefined
  const openUpstream = async (sandbox: UpstreamParts) => {
    judge = parts.openJudge
      ? await parts.openJudge(sandbox, config)
      : await openJudge(sandbox, config, parts)
    try {
      const operationOf = (method: string, path: string) =>
        operationMatchOf(sandbox.current().router, method, path)?.operation
      const tape = await Tape.open(config, { ...sandbox, operationOf })
      const { enforce, allowLiveKey } = config
      const state = {
        enforce,
        unjudged: new Map<string, number>(),
        sources: { upstream: 0, sandbox: 0, cassette: 0 },
        judging: new Set<Promise<unknown>>(),
      }
      const hybrid = new HybridSandbox(sandbox, {
        operations: config.sandbox,
        missing: config.sandboxMissing,
      })
      const { clock } = sandbox
      const deadlines = {
        answer: new Deadlines(clock, HELD_MS),
        verdict: new Deadlines(clock, VERDICT_MS),
      }
      const found = { sandbox, target, forwarder, allowLiveKey, state, deadlines, judge, tape }
      opened = openedUpstream({ ...found, hybrid })
      return opened
    } catch (error) {
      await judge.close()
      throw error
    }
  }
  const sandbox = await createSandbox(ofSandbox, { ...parts, openUpstream })
  judge?.start?.()
  const url = rootOf(sandbox.url) + target.path
  return {
    proxy: { ...sandbox, url },
    upstream: opened as Upstream,
    report: () => judge?.report,
  }
}

/** Throws a ConfigError for a proxy on the way that has no usable address. */
function forwarderTo(target: Target, { timeoutMs, ca, insecure }: ProxyConfig): Forwarder {
  const secureContext =
    ca === undefined ? undefined : createSecureContext({ ca: [...rootCertificates, ca] })
  try {
    return new Forwarder(target, { timeoutMs, insecure, secureContext })
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
}
