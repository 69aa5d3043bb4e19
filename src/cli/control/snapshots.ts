import type { Command } from 'commander'
import type { DataOf } from '../../control-client/operations.ts'
import { fixtureNames, optionWith } from '../choices.ts'
import { minuteOf, tableOr } from '../output.ts'
import { calls } from './calls.ts'
import { accountCommand, defaultCommand, jsonCommand } from './command.ts'

export function addSnapshots(program: Command): void {
  const snapshots = program
    .command('snapshot')
    .description('save the whole state of an account of a running sandbox, and restore it')
  defaultCommand(snapshots, 'list', 'list the snapshots (default)').action(
    calls('listSnapshots', listText),
  )
  jsonCommand(snapshots, 'save', 'save the state, replacing a snapshot of that name')
    .argument('<name>', 'name of lower-case letters, digits, - and _')
    .action(calls('saveSnapshot', ({ account, name }) => `Saved ${account} as ${name}.`))
  jsonCommand(snapshots, 'restore', 'restore a snapshot, and reset all quotas')
    .argument('<name>', 'name of the snapshot')
    .action(calls('restoreSnapshot', (_, message) => message))
  jsonCommand(snapshots, 'delete', 'delete snapshots')
    .argument('<name...>', 'names of the snapshots')
    .action(calls('deleteSnapshot', ({ account, name }) => `Deleted ${name} of ${account}.`))
  accountCommand(
    program,
    'reset',
    'reset a running sandbox, or one account, to a fixture; a full reset removes accounts created since',
    'reset this account alone',
  )
    .addOption(
      optionWith(
        fixtureNames,
        '--fixture <name>',
        'packaged fixture, or one next to the fixture of the sandbox',
      ),
    )
    .action(calls('resetSandbox', (_, message) => message))
}

function listText(snapshots: DataOf<'listSnapshots'>) {
  return tableOr(
    'No snapshots.',
    ['NAME', 'ACCOUNT', 'SAVED', 'CLOCK', 'CAMPAIGNS', 'PROBLEM'],
    snapshots.map((snapshot) => [
      snapshot.name,
      snapshot.account,
      minuteOf(snapshot.saved_at),
      minuteOf(snapshot.shows),
      snapshot.campaigns,
      snapshot.problem,
    ]),
  )
}
