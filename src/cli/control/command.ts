import { Command } from 'commander'
import { ConfigError } from '../../config.ts'
import { type HttpClient, httpClient, RefusedError } from '../../control-client/http-client.ts'
import { parsedUrl } from '../../text/url.ts'
import { customHeaderProblem } from '../../webhooks/settings.ts'
import { noteError } from '../output.ts'

/** The flags that all commands for a running sandbox share, as commander reads them. */
export interface ControlFlags {
  url?: string
  adminToken?: string
  token?: string
  account?: string
  json?: true
}

/** With additional flags that take a text. */
export type TextFlags<Names extends string> = ControlFlags & { [Name in Names]?: string }

const DEFAULT_URL = 'http://127.0.0.1:4010'

/** Adds a command for the whole sandbox: it takes no account. */
export function serverCommand(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--url <address>', `address of the sandbox (default: SVC_URL, or ${DEFAULT_URL})`)
    .option('--admin-token <token>', 'admin token of the sandbox (default: SVC_ADMIN_TOKEN)')
    .option('--token <key>', 'full-access key of an account, instead of the admin token')
}

/** Adds a command for one account. */
export function accountCommand(
  parent: Command,
  name: string,
  description: string,
  account = 'account to use (default: demo account, or the only one)',
): Command {
  return serverCommand(parent, name, description).option('--account <id>', account)
}

/** Adds a command for one account that can print JSON. */
export function jsonCommand(parent: Command, name: string, description: string): Command {
  return accountCommand(parent, name, description).option('--json', 'print JSON')
}

/** Adds a command as `add` does, which runs when its parent is called without one. */
export function defaultCommand(
  parent: Command,
  name: string,
  description: string,
  add: (parent: Command, name: string, description: string) => Command = jsonCommand,
): Command {
  const command = add(new Command().copyInheritedSettings(parent), name, description)
  parent.addCommand(command, { isDefault: true })
  return command
}

/** Flags win over the environment: SVC_URL, SVC_ADMIN_TOKEN. Throws ConfigError. */
export function clientFor(
  { url, adminToken, token, account }: ControlFlags,
  env: Record<string, string | undefined> = process.env,
): HttpClient {
  // CI passes a misspelt variable as an empty text. The command would act on another sandbox, or on all accounts.
  for (const [flag, value] of Object.entries({ url, 'admin-token': adminToken, token, account })) {
    if (value?.trim() === '')
      throw new ConfigError(`--${flag} is empty. Give a value, or leave it out.`)
  }
  if (adminToken && token) {
    throw new ConfigError('--admin-token and --token cannot be combined. Leave one out.')
  }
  return httpClient({
    root: rootFor({ url }, env),
    // --token wins over an admin token in the environment.
    token: adminToken ?? token ?? (env.SVC_ADMIN_TOKEN || undefined),
    account,
    client: 'cli',
  })
}

/** The address of the server, without a trailing slash: `--url`, or SVC_URL. Throws ConfigError. */
export function rootFor(
  { url }: Pick<ControlFlags, 'url'>,
  env: Record<string, string | undefined> = process.env,
): string {
  return url ? rootOf(url, '--url') : rootOf(env.SVC_URL || DEFAULT_URL, 'SVC_URL')
}

/** Users often paste the base URL of the API instead of the one of the server. */
function rootOf(text: string, from: string): string {
  const url = parsedUrl(text)
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(
      `${from} must be the address of a sandbox, such as ${DEFAULT_URL}; found ${JSON.stringify(text)}.`,
    )
  }
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/(api|_sandbox)$/, '')
}

/**
 * An action of a command that calls a sandbox, with the flags of the command and those before its name. Sets the exit code: 1
 * when the sandbox refuses the request, 2 when it cannot be reached or the flags are wrong.
 */
export function sandboxAction<Given extends unknown[]>(
  act: (client: HttpClient, ...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    // Commander passes the arguments, the flags, and the command itself.
    const command = given.at(-1)
    const place = command instanceof Command ? given.length - 2 : given.length - 1
    const before = command instanceof Command ? command.parent?.opts() : {}
    const flags = { ...before, ...(given[place] as ControlFlags) }
    try {
      await act(clientFor(flags), ...(given.with(place, flags) as Given))
    } catch (error) {
      const isForTheUser = error instanceof RefusedError || error instanceof ConfigError
      if (!isForTheUser) throw error
      noteError(error)
      process.exitCode = error instanceof RefusedError ? 1 : 2
    }
  }
}

/** The number in a flag. Throws ConfigError. */
export function numberOf(text: string | undefined, flag: string, expected = 'a number') {
  if (text === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  throw new ConfigError(`${flag} must be ${expected}; found ${JSON.stringify(text)}.`)
}

/** The headers of events in `--header 'Name: value'`. Throws ConfigError. */
export function headersOf(texts: readonly string[]): Record<string, string> {
  const entries = texts.map((text) => {
    const [name = '', ...rest] = text.split(':')
    const value = rest.join(':').trim()
    const problem = customHeaderProblem(name.trim(), value)
    if (problem) throw new ConfigError(`--header ${problem}.`)
    return [name.trim(), value]
  })
  return Object.fromEntries(entries)
}
