import type { Command } from 'commander'
import type { DataOf, QueryOf } from '../../control-client/operations.ts'
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

type Change = DataOf<'getTimeline'>['changes'][number]
type Source = NonNullable<QueryOf<'getTimeline'>['source']>

const SOURCES: readonly Source[] = ['api', 'console', 'cli', 'sdk', 'sandbox']

export function addTimeline(program: Command): void {
  jsonCommand(program, 'timeline', 'list what changed in an account of a running sandbox')
    .addOption(
      optionWith(SOURCES, '--source <source>', `only changes from one of: ${SOURCES.join(', ')}`),
    )
    .option('--about <id>', 'changes of the campaign, webhook or other resource with this id')
    .option('--undoable', 'changes that can be undone only')
    .option('--limit <number>', 'maximum number of changes (default: 20)')
    .action(calls('getTimeline', timelineText, { usual: { limit: 20 } }))
  jsonCommand(program, 'undo', 'restore the state before a change, which undoes later ones, too')
    .argument('[change]', 'id of the change (default: the last one that can be undone)')
    .action(calls('undoChange', (_, message) => message))
}

function timelineText({ changes }: DataOf<'getTimeline'>) {
  return tableOr(
    'No changes.',
    ['ID', 'CLOCK', 'MADE', 'CHANGE', 'ABOUT', 'FROM', 'KEY', 'CAN BE UNDONE'],
    changes.map((change) => [
      change.id,
      minuteOf(change.at),
      minuteOf(change.made_at),
      change.operation,
      aboutOf(change),
      change.source,
      change.key?.name ?? null,
      change.moment === null ? null : 'yes',
    ]),
  )
}

/** Its name, and where the clock is now if it was moved. */
function aboutOf({ about, to }: Change): string | null {
  const words = [about?.name ?? about?.id, to === null ? undefined : `to ${minuteOf(to)}`]
  return words.filter((each) => each !== undefined).join(' ') || null
}
