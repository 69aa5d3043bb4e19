import { isLive } from '../../contract-tests/http/credentials.ts'
import type { Tokens } from '../../contract-tests/http/settings.ts'
import { flagOf } from '../config/options.ts'
import { SUITE_OPTIONS, type SuiteOption, type SuiteOptionName } from '../config/suite-options.ts'
import { ConfigError } from '../config.ts'

type KeyOption = {
  [Name in SuiteOptionName]: (typeof SUITE_OPTIONS)[Name] extends { key: string } ? Name : never
}[SuiteOptionName]

type KeyFlags = { [Name in KeyOption]?: string } & { allowLiveKey?: boolean }

/** The options that take a key, and what the suite uses it for. */
const KEYS = Object.entries<SuiteOption>(SUITE_OPTIONS).flatMap(([name, { key }]) =>
  key === undefined ? [] : [{ name: name as KeyOption, use: key }],
)

/** The names of the options that take a key. */
export const KEY_OPTIONS = KEYS.map(({ name }) => name)

/**
 * The keys of a run, without blanks around them.
 *
 * @throws ConfigError that names the option, never the key: messages go to logs.
 */
export function readTokens(flags: KeyFlags): Tokens {
  const { main, ...others } = readGivenTokens(flags)
  if (main !== undefined) return { main, ...others }
  throw new ConfigError('--token is missing. Give the key to check with, or set SVC_TOKEN.')
}

/** Like `readTokens`, where none is needed. */
export function readGivenTokens(flags: KeyFlags): Partial<Tokens> {
  const given = KEYS.flatMap(({ name, use }) => {
    const token = flags[name]?.trim()
    return token ? [{ use, token, flag: flagOf(name) }] : []
  })
  for (const [index, { token, flag }] of given.entries()) {
    requireSendable(token, flag)
    if (isLive(token) && !flags.allowLiveKey) {
      throw new ConfigError(
        `${flag} is a live key, and a run creates, changes and deletes campaigns. ` +
          'Give a test key (svc_test_…), or --allow-live-key if you mean it.',
      )
    }
    // One key in two places would look like two keys that behave alike.
    const twin = given.slice(0, index).find((other) => other.token === token)
    if (twin) throw new ConfigError(`${twin.flag} and ${flag} are the same key. Leave one out.`)
  }
  return Object.fromEntries(given.map(({ use, token }) => [use, token]))
}

/** Notices about keys that were given with blanks or line breaks around them. */
export function trimmedKeys(flags: KeyFlags): string[] {
  return KEY_OPTIONS.filter((name) => flags[name] !== undefined)
    .filter((name) => flags[name] !== flags[name]?.trim())
    .map((name) => `${flagOf(name)} had blanks or a line break around it; they are not sent.`)
}

/**
 * Refuses a key that is given but empty: CI passes a secret that is misspelt or not defined as an empty text, and the
 * run would prove less without a word. `source` is the option or variable.
 */
export function requireFilled(value: string | undefined, source: string): void {
  if (value === undefined || value.trim() !== '') return
  throw new ConfigError(
    `${source} is empty. CI passes a secret that is misspelt or not defined as an empty text: define it, or leave ${source} out.`,
  )
}

function requireSendable(token: string, flag: string): void {
  const at = token.search(/[^\x21-\x7e]/)
  if (at < 0) return
  const what = /\s/.test(token[at] as string)
    ? 'a blank or a line break'
    : 'a character that an HTTP header cannot carry'
  throw new ConfigError(
    `${flag} contains ${what} after its first ${at} characters. Was it copied with other text?`,
  )
}
