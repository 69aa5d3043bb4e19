import { flagNameOf, optionRows, variableOf } from './options.ts'

/** The source of a value, for an option such as `read-only`; undefined for a flag. */
export type OriginOf = (name: string) => string | undefined

/** Messages about an option begin with its flag; a base URL has none. */
const SUBJECT = /^(?:--([a-z][a-z-]*)|The base URL)/

/**
 * Names the variable or the place in a file in the message of an error about an option, in place of its flag: users
 * who set SVC_PORT do not look for --port. Returns the error.
 */
export function blamed<T>(error: T, originOf: OriginOf): T {
  if (error instanceof Error) {
    error.message = error.message.replace(
      SUBJECT,
      (subject, name = 'base-url') => originOf(name) ?? subject,
    )
  }
  return error
}

/** The variable that set an option, if no flag did. */
export function variableUnless(
  flags: object,
  env: Record<string, string | undefined> = process.env,
): OriginOf {
  return (name) => {
    const given = (flags as Record<string, unknown>)[camelCase(name)]
    const variable = variableOf(name)
    return (given === undefined || given === '') && env[variable] ? variable : undefined
  }
}

/** The member of `SandboxOptions` that a flag sets, for those who call `createSandbox`. */
export function optionOf(flag: string): string {
  const [name] = optionRows.find(([, option]) => flagNameOf(option) === flag) ?? []
  return name ?? camelCase(flag)
}

/** `readOnly` of `read-only` */
export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
}
