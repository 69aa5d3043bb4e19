import type { SandboxOptions } from './options.ts'

/** A server, and how to check it. Each member is the option of `svc-sandbox check` with its name in camelCase. */
export interface Target {
  /** The API root, such as `https://staging.example.com/api`. */
  baseUrl?: string | undefined
  /** The key to check with. `${NAME}` is the value of an environment variable, in this and in every other text. */
  token?: string | undefined
  restrictedToken?: string | undefined
  limitedToken?: string | undefined
  revokedToken?: string | undefined
  otherToken?: string | undefined
  /** A key that the run may log out. */
  logoutToken?: string | undefined
  /** Sends nothing that could change the server. */
  readOnly?: boolean | undefined
  allowLiveKey?: boolean | undefined
  level?: 'stated' | 'assumed' | undefined
  /** Fails unless every fact is proved. */
  strict?: boolean | undefined
  /** The number of facts that must be proved, or their ids. */
  require?: number | string[] | undefined
  /** Facts, sections or operations to judge; the others are left out. */
  only?: string[] | undefined
  /** Facts, sections or operations to leave out. */
  skip?: string[] | undefined
  /** A file of accepted failures. */
  known?: string | undefined
  /** Overlays, separated by commas, that describe the server as it was learned before. */
  compare?: string | undefined
  /** Reports to write: `junit=out/junit.xml`. */
  report?: string[] | undefined
  /** Headers to send with every request: `X-Gateway: blue`. */
  header?: string[] | undefined
  maxRequests?: number | undefined
  /** Requests a second at most. */
  rate?: number | undefined
  /** Sends up to 220 requests with the key. */
  thorough?: boolean | undefined
  /** Seconds to wait where the server asks for it. Default: 15. */
  maxWait?: number | undefined
  /** Seconds that a response may take. */
  timeout?: number | undefined
  /** Overlay files that describe how the server differs: `check` compares with them, and `serve` serves them. */
  overlay?: string | string[] | undefined
  /** Options of `svc-sandbox serve`, for a sandbox that replaces the server. */
  serve?: Omit<SandboxOptions, 'overlay' | 'log' | 'listen'> | undefined
}

/** The content of `svc-sandbox.config.*`: defaults of all targets, and the targets by name. */
export interface SandboxConfig extends Target {
  targets?: Record<string, Target> | undefined
}

/** Returns the configuration as it is. An editor completes and checks its members. */
export function defineConfig(config: SandboxConfig): SandboxConfig {
  return config
}
