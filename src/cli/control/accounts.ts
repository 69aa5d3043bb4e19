import type { Command } from 'commander'
import { ConfigError } from '../../config.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { fixtureNames, optionWith } from '../choices.ts'
import { minuteOf, tableOr } from '../output.ts'
import { readFileOf } from '../read-file.ts'
import { calls } from './calls.ts'
import { defaultCommand, jsonCommand, serverCommand } from './command.ts'

export function addAccounts(program: Command): void {
  const accounts = program
    .command('accounts')
    .description('list, create and delete accounts of a running sandbox')
  const add = (name: string, description: string) =>
    serverCommand(accounts, name, description).option('--json', 'print JSON')
  defaultCommand(accounts, 'list', 'list the accounts (default)', serverCommand)
    .option('--json', 'print JSON')
    .action(calls('listAccounts', listText, { usual: { limit: 1000 } }))
  add('create', 'create an account from a fixture, and a key for it')
    .option('--id <id>', 'id of the account (default: a new one)')
    .option('--name <text>', 'name of the account (default: from the fixture)')
    .addOption(
      optionWith(
        ['Starter', 'Professional', 'Enterprise'],
        '--plan <name>',
        'Starter, Professional or Enterprise (default: from the fixture)',
      ),
    )
    .option('--seed <number>', 'seed of its data (default: from the sandbox)')
    .addOption(
      optionWith(
        fixtureNames,
        '--fixture <name|file>',
        'fixture by name, or a YAML file (default: from the sandbox)',
      ),
    )
    .option('--fixture-account <id>', 'account of the fixture to copy (default: the first)')
    .action(calls('createAccount', createdText, { sets: { fixture } }))
  add('delete', 'delete accounts and everything that they own')
    .argument('<id...>', 'ids of the accounts')
    .action(
      calls(
        'deleteAccount',
        ({ id, name }) => `Removed ${id} (${name}) and everything that it owned.`,
      ),
    )
}

function listText(accounts: DataOf<'listAccounts'>) {
  return tableOr(
    'No accounts.',
    ['ID', 'NAME', 'PLAN', 'CAMPAIGNS', 'KEYS', 'MADE BY', 'LAST USED'],
    accounts.map((account) => [
      account.id,
      account.name,
      account.plan,
      account.campaigns,
      account.keys,
      account.made_by,
      minuteOf(account.last_used_at),
    ]),
  )
}

function createdText({ id, name, plan, campaigns, key }: DataOf<'createAccount'>): string[] {
  return [`Created ${id} (${name}, ${plan}) with ${campaigns} campaigns.`, '', ...createdKey(key)]
}

// A path is local, and the sandbox may run on another machine.
const fixture = (name: string) => ({ fixture: /[/\\.]/.test(name) ? fixtureIn(name) : name })

/** The text of a fixture file. The sandbox takes a text of one line for the name of a fixture. */
function fixtureIn(file: string): string {
  const text = readFileOf('--fixture', file)
  if (text.trim() === '') throw new ConfigError(`--fixture ${file} is empty.`)
  return text.includes('\n') ? text : `${text}\n`
}

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('list, create and delete API keys of an account of a running sandbox')
  defaultCommand(
    keys,
    'list',
    'list keys, their last use, and which are due for rotation (default)',
  )
    .option('--deleted', 'list deleted keys, too')
    .action(calls('listKeys', keysText, { sets: { deleted: () => ({ include_deleted: true }) } }))
  jsonCommand(keys, 'create', 'create a key and print its token, which is shown only once')
    .argument('<name>', 'name of the key, such as the application that uses it')
    .addOption(
      optionWith(
        ['test', 'restricted'],
        '--type <type>',
        'test or restricted (default: from the permissions)',
      ),
    )
    .option('--permission <name...>', 'permissions such as campaigns:read (default: all)')
    .option('--rate-limit <number>', 'requests per hour (default: from the plan)')
    .option('--allowed-ip <address...>', 'IP addresses or CIDR blocks that may use the key')
    .option('--expires-in <time>', 'lifetime of the key, such as 90d')
    .option('--expires-at <time>', 'end of its lifetime, in ISO 8601')
    .action(calls('createKey', createdKey))
  jsonCommand(keys, 'delete', 'delete keys, with immediate effect')
    .argument('<id...>', 'ids of the keys')
    .action(
      calls(
        'deleteKey',
        ({ id, name }) =>
          `Deleted ${id} (${name}). Every request with its token fails from now on.`,
      ),
    )
  jsonCommand(keys, 'usage', 'show the daily number of requests with a key')
    .argument('<id>', 'id of the key')
    .action(calls('getKeyUsage', usageText))
}

function keysText(keys: DataOf<'listKeys'>) {
  return tableOr(
    'No keys.',
    ['ID', 'PREFIX', 'NAME', 'PERMISSIONS', 'CREATED', 'LAST USED', 'STATUS'],
    keys.map((key) => [
      key.id,
      key.prefix,
      key.name,
      key.permissions.join(' '),
      key.created_at.slice(0, 10),
      minuteOf(key.last_used_at),
      stateOf(key),
    ]),
  )
}

function usageText({ days, total }: DataOf<'getKeyUsage'>) {
  const rows = days.length === 0 ? [] : [...days, { date: 'total', ...total }]
  return tableOr(
    'Not used yet.',
    ['DAY', 'REQUESTS', '429', '4XX', '5XX'],
    rows.map((day) => [
      day.date,
      day.requests,
      day.rate_limited,
      day.client_errors,
      day.server_errors,
    ]),
  )
}

/** The text for a new key, with the token on its own line. */
export function createdKey({ id, token, expires_at }: DataOf<'createKey'>): string[] {
  const until = expires_at === null ? '' : `, valid until ${minuteOf(expires_at)}`
  return [token, '', `The token of ${id}${until}. Copy it now: it is shown only once.`]
}

function stateOf(key: DataOf<'getKey'>): string {
  const { status, revoked_at, expires_at, rotation_due, type } = key
  if (status === 'deleted') return `deleted ${minuteOf(revoked_at)}`
  if (status === 'expired') return `expired ${minuteOf(expires_at)}`
  if (type === 'live') return 'live, refused here'
  return rotation_due ? 'active, rotation due' : 'active'
}
