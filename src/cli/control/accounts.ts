import type { Command } from 'commander'
import { ConfigError } from '../../config.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { fixtureNames, optionWith } from '../choices.ts'
import { minuteOf, tableOr } from '../output.ts'
import { readFileOf } from '../read-file.ts'
import { calls } from './calls.ts'
import { defaultCommand, serverCommand } from './command.ts'
import { createdKey } from './keys.ts'

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
