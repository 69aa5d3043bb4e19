import type { SandboxOptions } from './options.ts'

interface Kinds {
  text: string
  number: number
  switch: boolean
  list: string[]
  files: string | string[]
  level: 'stated' | 'assumed'
  facts: number | string[]
  /** Options of a sandbox, but those in code only and those that a target has itself. */
  sandbox: Omit<SandboxOptions, 'overlay' | 'log' | 'listen'>
}

/** The members of a target, by kind. Each is the option of `svc-sandbox check` with its name in camelCase. Editors show the comments. */
export const TARGET_MEMBERS = {
  /** The API root, such as `https://staging.example.com/api`. */
  baseUrl: 'text',
  /** The key to check with. `${NAME}` is the value of an environment variable, in this and in every other text. */
  token: 'text',
  restrictedToken: 'text',
  limitedToken: 'text',
  revokedToken: 'text',
  otherToken: 'text',
  /** A key that the run may log out. */
  logoutToken: 'text',
  /** Sends nothing that could change the server. */
  readOnly: 'switch',
  allowLiveKey: 'switch',
  level: 'level',
  /** Fails unless every fact is proved. */
  strict: 'switch',
  /** The number of facts that must be proved, or their ids. */
  require: 'facts',
  /** Facts, sections or operations to judge; the others are left out. */
  only: 'list',
  /** Facts, sections or operations to leave out. */
  skip: 'list',
  /** A file of accepted failures. */
  known: 'text',
  /** Overlays, separated by commas, that describe the server as it was learned before. */
  compare: 'text',
  /** Reports to write: `junit=out/junit.xml`. */
  report: 'list',
  /** Headers to send with every request: `X-Gateway: blue`. */
  header: 'list',
  /** Requests a second at most. */
  rate: 'number',
  /** Sends up to 220 requests with the key. */
  thorough: 'switch',
  maxRequests: 'number',
  /** Seconds to wait where the server asks for it. Default: 15. */
  maxWait: 'number',
  /** Seconds that a response may take. */
  timeout: 'number',
  /** Overlay files that describe how the server differs: `check` compares with them, and `serve` serves them. */
  overlay: 'files',
  /** Options of `svc-sandbox serve`, for a sandbox that replaces the server. */
  serve: 'sandbox',
} as const satisfies Record<string, keyof Kinds>

/** A server, and how to check it. */
export type Target = {
  [Name in keyof typeof TARGET_MEMBERS]?: Kinds[(typeof TARGET_MEMBERS)[Name]] | undefined
}

/** The content of `svc-sandbox.config.*`: defaults of all targets, and the targets by name. */
export interface SandboxConfig extends Target {
  targets?: Record<string, Target> | undefined
}

/** Returns the configuration as it is. An editor completes and checks its members. */
export function defineConfig(config: SandboxConfig): SandboxConfig {
  return config
}
