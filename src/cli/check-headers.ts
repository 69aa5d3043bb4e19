import { validateHeaderName, validateHeaderValue } from 'node:http'
import { ConfigError } from '../config.ts'

/** Headers that the suite itself sets, and that a request cannot have twice. */
const OWN = ['accept', 'content-type', 'content-length', 'transfer-encoding', 'connection']

/**
 * The headers of `--header 'Name: value'`, by lower-case name.
 *
 * @throws ConfigError that names the header, never its value, which may be a secret.
 */
export function readHeaders(values: string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const each of values) {
    const [name = '', ...rest] = each.split(':')
    const lower = name.trim().toLowerCase()
    const value = rest.join(':').trim()
    requireValid(lower, value)
    if (headers[lower] !== undefined) {
      throw new ConfigError(`--header ${name.trim()} is given twice. Leave one out.`)
    }
    headers[lower] = value
  }
  return headers
}

function requireValid(name: string, value: string): void {
  try {
    validateHeaderName(name)
  } catch {
    throw new ConfigError("--header must be a name and a value, as in --header 'X-Gateway: blue'.")
  }
  if (value === '') {
    throw new ConfigError(`--header ${name} has no value. Is a variable in it not set?`)
  }
  try {
    validateHeaderValue(name, value)
  } catch {
    throw new ConfigError(`--header ${name} has a character that is not allowed in an HTTP header.`)
  }
  if (name === 'authorization') {
    throw new ConfigError(
      '--header cannot set Authorization, in which the run sends its keys (§5.1). A gateway with basic authentication in front needs a header of its own, such as Proxy-Authorization.',
    )
  }
  if (OWN.includes(name)) {
    throw new ConfigError(`--header cannot set ${name}, which depends on the request.`)
  }
}
