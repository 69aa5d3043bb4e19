import { ConfigError } from './config-error.ts'

type Environment = Record<string, string | undefined>

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off']

/**
 * Whether a variable such as SVC_OPEN_SIGNUP is on; undefined when it is not set or empty. Throws ConfigError for any
 * other text: a typo must not open a sign-up.
 */
export function readSwitch(name: string, env: Environment): boolean | undefined {
  const value = env[name]
  const text = value?.trim().toLowerCase()
  if (text === undefined || text === '') return undefined
  if (ON.includes(text)) return true
  if (OFF.includes(text)) return false
  throw new ConfigError(
    `${name} must be ${ON.join(', ')}, or ${OFF.join(', ')}; found ${JSON.stringify(value)}.`,
  )
}
