import type { Command } from 'commander'
import { fixtureNames, optionWith } from '../choices.ts'
import { minuteOf, print, show, showTable } from '../output.ts'
import {
  accountCommand,
  type ControlFlags,
  defaultCommand,
  jsonCommand,
  sandboxAction,
  type TextFlags,
} from './command.ts'

export function addSnapshots(program: Command): void {
  const snapshots = program
    .command('snapshot')
    .description('save the whole state of an account of a running sandbox, and restore it')
  defaultCommand(snapshots, 'list', 'list the snapshots (default)').action(listSnapshots)
  jsonCommand(snapshots, 'save', 'save the state, replacing a snapshot of that name')
    .argument('<name>', 'name of lower-case letters, digits, - and _')
    .action(saveSnapshot)
  jsonCommand(snapshots, 'restore', 'restore a snapshot, and reset all quotas')
    .argument('<name>', 'name of the snapshot')
    .action(restoreSnapshot)
  jsonCommand(snapshots, 'delete', 'delete snapshots')
    .argument('<name...>', 'names of the snapshots')
    .action(deleteSnapshots)
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
    .action(reset)
}

export const listSnapshots = sandboxAction(async ({ control }, flags: ControlFlags) => {
  const { data } = await control('GET', '/snapshots')
  const titles = ['NAME', 'ACCOUNT', 'SAVED', 'CLOCK', 'CAMPAIGNS', 'PROBLEM']
  showTable(flags, data, { none: 'No snapshots.', titles }, (snapshot) => [
    snapshot.name,
    snapshot.account,
    minuteOf(snapshot.saved_at),
    minuteOf(snapshot.shows),
    snapshot.campaigns,
    snapshot.problem,
  ])
})

export const saveSnapshot = sandboxAction(
  async ({ control }, name: string, flags: ControlFlags) => {
    const { data } = await control('POST', '/snapshots', { body: { name } })
    show(flags, data, (saved) => `Saved ${saved.account} as ${saved.name}.`)
  },
)

export const restoreSnapshot = sandboxAction(
  async ({ control }, name: string, flags: ControlFlags) => {
    const restored = await control('POST', '/snapshots/{name}/restore', { params: { name } })
    show(flags, restored.data, () => restored.message ?? '')
  },
)

export const deleteSnapshots = sandboxAction(
  async ({ control }, names: string[], flags: ControlFlags) => {
    for (const name of names) {
      const { data } = await control('DELETE', '/snapshots/{name}', { params: { name } })
      show(flags, data, (deleted) => `Deleted ${deleted.name} of ${deleted.account}.`)
    }
  },
)

export const reset = sandboxAction(async ({ control }, flags: TextFlags<'fixture'>) => {
  const { message = '' } = await control('POST', '/reset', { body: { fixture: flags.fixture } })
  print(message)
})
