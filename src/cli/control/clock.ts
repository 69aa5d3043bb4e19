import type { Command } from 'commander'
import { RefusedError } from '../../control-client/http-client.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { counted, showLine } from '../output.ts'
import { followAdvance, timeText } from './advance-progress.ts'
import { calls } from './calls.ts'
import { type ControlFlags, jsonCommand, sandboxAction } from './command.ts'

type Clock = DataOf<'getClock'>
type Summary = NonNullable<Clock['last_advance']>['summary']

export function addClock(program: Command): void {
  const clock = jsonCommand(
    program,
    'clock',
    'show or move the clock of an account in a running sandbox',
  ).action(calls('getClock', shownText, { isLine: true }))
  jsonCommand(clock, 'advance', 'advance the clock, run everything that becomes due, and report it')
    .argument('<time...>', 'length of time such as 90s, 12h, 1d12h or 7 days; or next_run')
    .option(
      '--wait',
      'show the progress and wait for the end; Ctrl-C cancels the advance (default)',
    )
    .option('--no-wait', 'return when the advance has begun')
    .action(advanceClock)
  jsonCommand(clock, 'cancel', 'cancel an advance; the clock stays where it is').action(
    cancelAdvance,
  )
  jsonCommand(clock, 'set', 'set the time without running what is due in between')
    .argument(
      '<time>',
      'time in ISO 8601, such as 2026-03-01T09:00:00Z or 2026-03-01 (midnight in UTC)',
    )
    .action(calls('moveClock', clockText, { isLine: true, sets: { time: (now) => ({ now }) } }))
  for (const [name, says, frozen] of [
    ['freeze', 'stop the clock', true],
    ['unfreeze', 'let the clock run again', false],
  ] as const) {
    jsonCommand(clock, name, says).action(
      calls('moveClock', clockText, { isLine: true, usual: { frozen } }),
    )
  }
}

export const advanceClock = sandboxAction(
  async (client, time: string | string[], flags: ControlFlags & { wait?: boolean }) => {
    const { wait = true } = flags
    const advance = [time].flat().join(' ')
    const body = wait ? { advance } : { advance, wait }
    const { data } = await client.control('POST', '/clock', { body })
    if ('summary' in data || !wait) return showLine(flags, data, advanceText)
    const ended = await followAdvance(client)
    const { last_advance: last } = ended
    if (last?.status === 'failed' || last?.status === 'interrupted')
      throw new RefusedError(String(last.error))
    const moved = { ...ended, summary: last?.summary }
    showLine(flags, moved, advanceText)
    if (last?.status === 'cancelled') process.exitCode = INTERRUPTED
  },
)

export const cancelAdvance = sandboxAction(async ({ control }, flags: ControlFlags) => {
  const { data } = await control('DELETE', '/clock/advance')
  showLine(flags, { ...data, summary: data.last_advance?.summary }, advanceText)
})

/** The exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130

function clockText({ account, now, frozen, next_run }: Clock): string {
  const next = next_run === null ? 'no campaign will run' : `next run ${timeText(next_run)}`
  return `${account}  ${timeText(now)}  ${frozen ? 'frozen' : 'running'}  ${next}`
}

/** Nobody may have heard of an advance that a stop of the sandbox ended. */
function shownText(clock: Clock): string[] {
  const { last_advance: last, advancing } = clock
  const isCut = last?.status === 'interrupted' && !advancing
  return isCut ? [clockText(clock), String(last.error)] : [clockText(clock)]
}

function advanceText(clock: Clock & { summary?: Summary | undefined }): string[] {
  const { advancing, last_advance: last, summary } = clock
  if (advancing) return [clockText(clock), `Advancing to ${timeText(advancing.to)}.`]
  const cut = last?.status === 'cancelled' ? [`Cancelled before ${timeText(last.to)}.`] : []
  return [clockText(clock), ...cut, ...(summary ? summaryText(summary) : [])]
}

function summaryText({ runs, events, deliveries }: Summary): string[] {
  const kinds = Object.entries(events).map(([kind, count]) => `${count} ${kind}`)
  const { delivered, failed_attempts, pending } = deliveries
  const failed = counted(failed_attempts, 'attempt')
  return [
    `${counted(runs, 'run')}: ${kinds.join(', ')}`,
    `${delivered} delivered, ${failed} failed, ${pending} waiting for a retry`,
  ]
}
