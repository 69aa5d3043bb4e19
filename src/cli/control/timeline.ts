import type { Command } from 'commander'
import type { DataOf, QueryOf } from '../../control-client/operations.ts'
import { optionWith } from '../choices.ts'
import { minuteOf, show, showTable } from '../output.ts'
import { type ControlFlags, jsonCommand, numberOf, sandboxAction } from './command.ts'

type Change = DataOf<'getTimeline'>['changes'][number]
type Source = NonNullable<QueryOf<'getTimeline'>['source']>
type TimelineFlags = ControlFlags & {
  source?: Source
  about?: string
  undoable?: true
  limit?: string
}

const SOURCES: readonly Source[] = ['api', 'console', 'cli', 'sdk', 'sandbox']

export function addTimeline(program: Command): void {
  jsonCommand(program, 'timeline', 'list what changed in an account of a running sandbox')
    .addOption(
      optionWith(SOURCES, '--source <source>', `only changes from one of: ${SOURCES.join(', ')}`),
    )
    .option('--about <id>', 'changes of the campaign, webhook or other resource with this id')
    .option('--undoable', 'changes that can be undone only')
    .option('--limit <number>', 'maximum number of changes (default: 20)')
    .action(showTimeline)
  jsonCommand(program, 'undo', 'restore the state before a change, which undoes later ones, too')
    .argument('[change]', 'id of the change (default: the last one that can be undone)')
    .action(undo)
}

const SHOWN = 20

export const showTimeline = sandboxAction(async ({ control }, flags: TimelineFlags) => {
  const { source, about, undoable } = flags
  const limit = numberOf(flags.limit, '--limit') ?? SHOWN
  const { data } = await control('GET', '/timeline', { query: { source, about, undoable, limit } })
  const titles = ['ID', 'CLOCK', 'MADE', 'CHANGE', 'ABOUT', 'FROM', 'KEY', 'CAN BE UNDONE']
  showTable(flags, data.changes, { none: 'No changes.', titles }, (change) => [
    change.id,
    minuteOf(change.at),
    minuteOf(change.made_at),
    change.operation,
    aboutOf(change),
    change.source,
    change.key?.name ?? null,
    change.moment === null ? null : 'yes',
  ])
})

export const undo = sandboxAction(
  async ({ control }, change: string | undefined, flags: ControlFlags) => {
    const undone = await control('POST', '/undo', { body: { change } })
    show(flags, undone.data, () => undone.message ?? '')
  },
)

/** Its name, and where the clock is now if it was moved. */
function aboutOf({ about, to }: Change): string | null {
  const words = [about?.name ?? about?.id, to === null ? undefined : `to ${minuteOf(to)}`]
  return words.filter((each) => each !== undefined).join(' ') || null
}
