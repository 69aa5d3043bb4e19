import { parsedUrl } from '../text/url.ts'
import type { SandboxOptions } from './options.ts'
import { ConfigError } from './parse.ts'

/** The flag of each place where data can be kept; one at a time. */
const PLACES = { data: '--data', ephemeral: '--ephemeral', database: '--database' } as const

type Places = Pick<SandboxOptions, keyof typeof PLACES | 'databaseDirect'>

/** Removes the places of `lower` if `higher`, such as a flag, names one. */
export function replacePlaces(lower: Places, higher: Places): void {
  if (!chosen(higher).length) return
  delete lower.data
  delete lower.ephemeral
  if (lower.database === undefined || higher.database !== undefined) return
  delete lower.database
  delete lower.databaseDirect
}

/** Throws a ConfigError if data has more than one place. Passwords are not shown. */
export function requireOnePlace(places: Places): void {
  const [first, second] = chosen(places).map((name) => {
    const value = name === 'data' ? ` ${places.data}` : ''
    return `${PLACES[name]}${value}`
  })
  if (second === undefined) return
  throw new ConfigError(`${first} and ${second} are different places for data. Leave one out.`)
}

/** `false` and undefined name no place. */
function chosen(places: Places): (keyof typeof PLACES)[] {
  const names = Object.keys(PLACES) as (keyof typeof PLACES)[]
  return names.filter((name) => places[name] !== undefined && places[name] !== false)
}

/** Checks the address of a database; throws a ConfigError without it, because it may hold a password. */
export function parseDatabaseUrl(url: string | undefined, flag: string): string | undefined {
  if (url === undefined) return undefined
  if (/^postgres(ql)?:\/\//.test(url) && addressOf(url) !== undefined) return url
  throw new ConfigError(
    `${flag} must be an address such as postgres://user:password@host:5432/name, with special characters of the ` +
      'password percent-encoded.',
  )
}

/** The part of a database's address that may be shown: `host:5432/name`. */
export function databaseAddress(url: string): string {
  return addressOf(url) ?? 'the database'
}

function addressOf(url: string): string | undefined {
  // A path of a socket has no host: postgres:///name?host=/run/postgresql
  const text = url.replace(/^postgres(ql)?:\/\/([^/?]*@)?(?=[/?]|$)/, '$&localhost')
  const address = parsedUrl(text)
  if (!address) return undefined
  const { host, pathname, searchParams } = address
  return `${searchParams.get('host') ?? host}${pathname}`
}
