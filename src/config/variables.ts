import { ConfigError } from './parse.ts'

type Environment = Record<string, string | undefined>

/**
 * A copy of a value in which each `${NAME}` is the value of an environment variable; `place` is for messages. Throws
 * ConfigError for a variable that is not set or empty: CI passes a misspelt secret so.
 */
export function withVariables<T>(value: T, place: string, env: Environment = process.env): T {
  if (typeof value === 'string') return substituted(value, place, env) as T
  if (value === undefined) {
    throw new ConfigError(`${place} is undefined. Is a variable in it not set?`)
  }
  if (Array.isArray(value)) return value.map((item) => withVariables(item, place, env)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    withVariables(member, place.endsWith(':') ? `${place} ${name}` : `${place}.${name}`, env),
  ])
  return Object.fromEntries(entries)
}

function substituted(text: string, place: string, env: Environment): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name]
    if (value !== undefined && value.trim() !== '') return value
    throw new ConfigError(
      `${place} needs the variable ${name}, which is ${value === undefined ? 'not set' : 'empty'}. Set it, or add it to .env.`,
    )
  })
}
