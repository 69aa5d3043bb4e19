import type { Command } from 'commander'
import { ConfigError, parseInteger } from '../../config.ts'
import { fixtureNames, optionWith } from '../choices.ts'
import { minuteOf, note, show, showTable } from '../output.ts'
import { readFileOf } from '../read-file.ts'
import {
  type ControlFlags,
  defaultCommand,
  sandboxAction,
  serverCommand,
  type TextFlags,
} from './command.ts'
import { createdKey } from './keys.ts'

export function addAccounts(program: Command): void {
  const accounts = program
    .command('accounts')
    .description('list, create and delete accounts of a running sandbox')
  const add = (name: string, description: string) =>
    serverCommand(accounts, name, description).option('--json', 'print JSON')
  defaultCommand(accounts, 'list', 'list the accounts (default)', serverCommand)
    .option('--json', 'print JSON')
    .action(listAccounts)
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
    .action(createAccount)
  add('delete', 'delete accounts and everything that they own')
    .argument('<id...>', 'ids of the accounts')
    .action(deleteAccounts)
}

export const listAccounts = sandboxAction(async ({ control }, flags: ControlFlags) => {
  const { data, meta } = await control('GET', '/accounts', { query: { limit: 1000 } })
  const titles = ['ID', 'NAME', 'PLAN', 'CAMPAIGNS', 'KEYS', 'MADE BY', 'LAST USED']
  showTable(flags, data, { none: 'No accounts.', titles }, (account) => [
    account.id,
    account.name,
    account.plan,
    account.campaigns,
    account.keys,
    account.made_by,
    minuteOf(account.last_used_at),
  ])
  const { total = 0 } = meta.pagination ?? {}
  if (total > data.length && !flags.json) note(`${data.length} of ${total}.`)
})

type AccountFlags = TextFlags<'id' | 'name' | 'plan' | 'seed' | 'fixture' | 'fixtureAccount'>

export const createAccount = sandboxAction(async ({ control }, flags: AccountFlags) => {
  const { id, name, plan, seed, fixture, fixtureAccount } = flags
  const body = {
    id,
    name,
    plan,
    seed: seed === undefined ? undefined : parseInteger(seed, '--seed'),
    // A path is local, and the sandbox may run on another machine.
    fixture: fixture !== undefined && /[/\\.]/.test(fixture) ? fixtureIn(fixture) : fixture,
    fixture_account: fixtureAccount,
  }
  const { data } = await control('POST', '/accounts', { body })
  show(flags, data, (account) => {
    const { id, name, plan, campaigns, key } = account
    return [`Created ${id} (${name}, ${plan}) with ${campaigns} campaigns.`, '', ...createdKey(key)]
  })
})

/** The text of a fixture file. The sandbox takes a text of one line for the name of a fixture. */
function fixtureIn(file: string): string {
  const text = readFileOf('--fixture', file)
  if (text.trim() === '') throw new ConfigError(`--fixture ${file} is empty.`)
  return text.includes('\n') ? text : `${text}\n`
}

export const deleteAccounts = sandboxAction(
  async ({ control }, ids: string[], flags: ControlFlags) => {
    for (const account_id of ids) {
      const { data } = await control('DELETE', '/accounts/{account_id}', { params: { account_id } })
      show(flags, data, ({ id, name }) => `Removed ${id} (${name}) and everything that it owned.`)
    }
  },
)
