import { requireKnownOptions } from '../config/members.ts'
import { inRange, readBaseUrl } from '../config/parse.ts'
import { ConfigError, type SandboxOptions } from '../config.ts'
import { type Enforcement, PROXY_MODES, type ProxyMode } from '../pipeline/upstream.ts'
import { didYouMean } from '../schema/similar.ts'
import { systemReason } from '../text/system-reason.ts'
import { readTextFile } from '../text/text-file.ts'

/** Options of `createProxy` and `svc-sandbox proxy`: those of the proxy itself, and those of the sandbox behind it. */
export interface ProxyOptions extends OwnOptions, SandboxOptions {}

interface OwnOptions {
  /** Root of the API of the server to stand in front of, such as `https://staging.example.com/api`. */
  upstream: string
  /** `watch`, `record`, `replay` or `update`. Default: watch. */
  mode?: ProxyMode | undefined
  /** HAR file to record to or replay from; needed in all modes but `watch`. */
  cassette?: string | undefined
  /** Refuses requests that contradict what the provider states (`stated`), or our assumptions, too (`assumed`). */
  enforce?: boolean | Enforcement | undefined
  /** Forwards requests with a production key. Default: false. */
  allowLiveKey?: boolean | undefined
  /** operationIds that the sandbox answers, or `all`. */
  sandbox?: string | string[] | undefined
  /** Lets the sandbox answer what the upstream does not have. Default: false. */
  sandboxMissing?: boolean | undefined
  /** Seconds that the upstream may be silent before its answer begins. Default: 30. */
  timeout?: number | undefined
  /** File with the certificates of authorities to trust in addition, in PEM. */
  ca?: string | undefined
  /** Accepts any certificate of the upstream. Default: false. */
  insecure?: boolean | undefined
}

/** Options of the proxy itself after checking, with all defaults. */
export type ProxyConfig = ReturnType<typeof readOwnOptions>

const OWN = [
  ...(['upstream', 'mode', 'cassette', 'enforce', 'allowLiveKey'] as const),
  ...(['sandbox', 'sandboxMissing', 'timeout', 'ca', 'insecure'] as const),
] satisfies (keyof OwnOptions)[]

/** Refuses options that do not exist, as JavaScript would ignore them. Throws ConfigError. */
export function requireKnownProxyOptions(options: ProxyOptions): void {
  requireKnownOptions(options, { of: 'createProxy', more: OWN })
}

/** The options of the proxy and those of its sandbox. Throws ConfigError. */
export function readProxyOptions(options: ProxyOptions): {
  config: ProxyConfig
  sandbox: SandboxOptions
} {
  const others = Object.entries(options).filter(([name]) => !(OWN as string[]).includes(name))
  return { config: readOwnOptions(options), sandbox: Object.fromEntries(others) }
}

function readOwnOptions(options: OwnOptions) {
  const { upstream, cassette, sandbox, ca } = options
  return {
    upstream: readBaseUrl(upstream, 'svc-sandbox proxy'),
    mode: oneOf(options.mode ?? 'watch', PROXY_MODES, '--mode'),
    cassette: cassette || undefined,
    enforce: readEnforcement(options.enforce),
    allowLiveKey: options.allowLiveKey ?? false,
    sandbox: [sandbox ?? []].flat().filter((each) => each !== ''),
    sandboxMissing: options.sandboxMissing ?? false,
    timeoutMs: inRange(options.timeout ?? 30, 1, 3600, '--timeout') * 1000,
    /** PEM. */
    ca: ca ? readCertificates(ca) : undefined,
    insecure: options.insecure ?? false,
  }
}

const ENFORCEMENTS: readonly Enforcement[] = ['stated', 'assumed']

function readEnforcement(value: ProxyOptions['enforce']): Enforcement | null {
  if (value === undefined || value === false) return null
  return value === true ? 'stated' : oneOf(value, ENFORCEMENTS, '--enforce')
}

function oneOf<T extends string>(value: T, known: readonly T[], flag: string): T {
  if (known.includes(value)) return value
  throw new ConfigError(
    `${flag} must be ${known.slice(0, -1).join(', ')} or ${known.at(-1)}; found ${JSON.stringify(value)}.${didYouMean(String(value), known)}`,
  )
}

function readCertificates(file: string): string {
  let pem: string
  try {
    pem = readTextFile(file)
  } catch (error) {
    throw new ConfigError(`--ca ${file} cannot be read: ${systemReason(error)}.`)
  }
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem
  throw new ConfigError(`--ca ${file} holds no certificate in PEM.`)
}
