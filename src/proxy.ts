import { createSecureContext, rootCertificates } from 'node:tls'
import type { RunResult } from '../contract-tests/report/result.ts'
import { ConfigError } from './config.ts'
import { rootOf } from './connection/base-url.ts'
import { invalidValue } from './errors.ts'
import type { ProxyMode, Upstream, UpstreamParts } from './pipeline/upstream.ts'
import { Cassette } from './proxy/cassette/cassette.ts'
import { Forwarder } from './proxy/forward.ts'
import { HybridSandbox } from './proxy/hybrid.ts'
import { DocumentJudge, type Judge, type JudgeOptions } from './proxy/judge.ts'
import { type ProxyConfig, type ProxyOptions, readProxyOptions } from './proxy/options.ts'
import { operationMatchOf } from './proxy/passage.ts'
import type { PassingParts } from './proxy/passing.ts'
import { passThrough } from './proxy/stage.ts'
import { Target } from './proxy/target.ts'
import { openTunnel } from './proxy/tunnel.ts'
import { createSandbox, type Sandbox, type SandboxParts } from './sandbox.ts'

export { requireKnownProxyOptions } from './proxy/options.ts'

export interface ProxyParts extends Pick<SandboxParts, 'clock'>, JudgeOptions {
  /** Replaces the judge, for tests. */
  judge?: Judge | undefined
}

/** A sandbox in front of another server. Its `url` is the base URL of clients. */
export interface OpenedProxy {
  proxy: Sandbox
  upstream: Upstream
  /** What was found in the traffic so far. */
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
  let judge: Judge | undefined
  let upstream: Upstream | undefined
  const openUpstream = async (sandbox: UpstreamParts) => {
    const operationOf = (method: string, path: string) =>
      operationMatchOf(sandbox.current().router, method, path)?.operation
    const { enforce, allowLiveKey } = config
    judge = parts.judge ?? new DocumentJudge(sandbox, config, parts)
    upstream = upstreamOf({
      sandbox,
      target,
      forwarder,
      allowLiveKey,
      judge,
      cassette: await Cassette.open(config.cassette, config.mode, { ...sandbox, operationOf }),
      hybrid: new HybridSandbox(sandbox, {
        operations: config.sandbox,
        missing: config.sandboxMissing,
      }),
      state: {
        enforce,
        unjudged: new Map(),
        sources: { upstream: 0, sandbox: 0, cassette: 0 },
        judging: new Set(),
      },
    })
    return upstream
  }
  const sandbox = await createSandbox(ofSandbox, { ...parts, openUpstream })
  const url = rootOf(sandbox.url) + target.path
  return {
    proxy: { ...sandbox, url },
    upstream: upstream as unknown as Upstream,
    report: () => judge?.report(),
  }
}

/** The upstream as the sandbox and its control plane see it. */
function upstreamOf(parts: PassingParts): Upstream {
  const { target, forwarder, judge, cassette, hybrid, state } = parts
  let closing: Promise<void> | undefined
  const close = async () => {
    forwarder.close()
    await Promise.all(state.judging)
    await cassette.close()
  }
  return {
    stage: passThrough(parts),
    tunnel: (req, socket, head) => openTunnel(req, socket, head, parts),
    async judged() {
      await Promise.all(state.judging)
    },
    violations: (filter) => judge.violations(filter),
    clearViolations: () => judge.clear(),
    state: () => ({
      upstream: target.url,
      ...cassette.state(),
      unjudged: [...state.unjudged.values()].reduce((sum, count) => sum + count, 0),
      unjudged_reasons: Object.fromEntries(state.unjudged),
      sources: { ...state.sources },
      ...hybrid.state(),
      enforce: state.enforce,
    }),
    change: async (change) => {
      hybrid.change(change)
      if (change.mode !== undefined) await changeMode(cassette, change.mode)
      if (change.enforce !== undefined) state.enforce = change.enforce
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** Rejects with an ApiError, and keeps the mode. */
async function changeMode(cassette: Cassette, mode: ProxyMode): Promise<void> {
  try {
    await cassette.change(mode)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw invalidValue('body', '/mode', `cannot be ${mode}: ${error.message}`)
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
