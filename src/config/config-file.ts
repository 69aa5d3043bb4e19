import type { SandboxOptions } from './options.ts'
import { kindOf, SUITE_OPTIONS, type SuiteOption } from './suite-options.ts'

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

type Rows = typeof SUITE_OPTIONS

type MemberOf<Row> = Row extends { member: infer Kind extends keyof Kinds }
  ? Kinds[Kind]
  : Row extends { values: string }
    ? Kinds['list']
    : Row extends { value: string }
      ? Kinds['text']
      : Kinds['switch']

/** A server, and how to check it. Each member is the option of `svc-sandbox check` with its name in camelCase. */
export type Target = {
  [Name in keyof Rows as Rows[Name] extends { isFlagOnly: true } ? never : Name]?:
    | MemberOf<Rows[Name]>
    | undefined
} & {
  /** Options of `svc-sandbox serve`, for a sandbox that replaces the server. */
  serve?: Kinds['sandbox'] | undefined
}

export type MemberKind = keyof Kinds

/** The members of a target, by kind. */
export const TARGET_MEMBERS: Readonly<Record<string, MemberKind>> = {
  ...Object.fromEntries(
    Object.entries<SuiteOption>(SUITE_OPTIONS)
      .filter(([, { isFlagOnly }]) => !isFlagOnly)
      .map(([name, option]) => [name, option.member ?? (kindOf(option) as MemberKind)]),
  ),
  serve: 'sandbox',
}

/** The content of `svc-sandbox.config.*`: defaults of all targets, and the targets by name. */
export interface SandboxConfig extends Target {
  targets?: Record<string, Target> | undefined
}

/** Returns the configuration as it is. An editor completes and checks its members. */
export function defineConfig(config: SandboxConfig): SandboxConfig {
  return config
}
