import {
  flagNameOf,
  isNegated,
  type Option,
  optionRows,
  type SandboxOptions,
  variableOf,
  variableOfOption,
} from './options.ts'
import { ConfigError, parseInteger, readSwitch } from './parse.ts'

type Environment = Record<string, string | undefined>

/**
 * The options that variables set: `SVC_PORT` is `--port`, and so on. The variable of an option that `given` has is not
 * read: Kubernetes sets SVC_PORT to an address when a service has the name svc.
 */
export function optionsFromEnvironment(
  env: Environment = process.env,
  given: SandboxOptions = {},
): SandboxOptions {
  const options = optionRows
    .filter(([name]) => given[name] === undefined)
    .map(([name, option]) => [name, inVariable(option, env)])
  return Object.fromEntries(options)
}

function inVariable(option: Option, env: Environment): unknown {
  const variable = variableOfOption(option)
  if (variable === undefined) return undefined
  if (variable.startsWith('OTEL_')) return hasCollector(env) || undefined
  if (option.kind === 'switch') {
    const isOn = readSwitch(variable, env)
    return isOn !== undefined && isNegated(option) ? !isOn : isOn
  }
  const text = env[variable]
  if (text === '' && option.isNeverEmpty) {
    throw new ConfigError(`${variable} is empty. Give it a value, or unset it.`)
  }
  if (text === undefined || text === '') return undefined
  if (option.kind === 'number') {
    return parseInteger(text, `${variable} (--${flagNameOf(option)})`)
  }
  return option.kind === 'list' ? text.split(',') : text
}

/** Whether OpenTelemetry's own variables say where to send traces. */
function hasCollector(env: Environment): boolean {
  if (/^true$/i.test(env.OTEL_SDK_DISABLED ?? '') || env.OTEL_TRACES_EXPORTER === 'none')
    return false
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/** What commander makes of the arguments: a member for each flag, in camelCase. */
export type Flags = Readonly<Record<string, unknown>>

/** The options that flags set. Throws ConfigError. */
export function optionsFromFlags(flags: Flags): SandboxOptions {
  const options = optionRows.map(([name, option]) => [name, inFlag(option, flags)])
  return givenOptions(Object.fromEntries(options))
}

function inFlag(option: Option, flags: Flags): unknown {
  const flag = flagNameOf(option)
  if (flag === undefined) return undefined
  // Without --no-migrate, commander has migrate: true.
  if (isNegated(option))
    return flags[camelCase(flag.replace(/^no-/, ''))] === false ? false : undefined
  const value = flags[camelCase(flag)]
  return option.kind === 'number' && value ? parseInteger(String(value), `--${flag}`) : value
}

/**
 * The options without undefined values, so that spreading them does not hide others, and without empty strings, as
 * unset variables of shell scripts leave them.
 */
export function givenOptions<Options extends object>(options: Options): Options {
  const isGiven = (value: unknown) => value !== undefined && value !== ''
  const entries = Object.entries(options).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value]
    const items = value.filter((item) => item.trim() !== '')
    return [name, items.length > 0 ? items : undefined]
  })
  return Object.fromEntries(entries.filter(([, value]) => isGiven(value)))
}

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
