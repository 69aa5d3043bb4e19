import type { Command } from 'commander'
import type { BodyOf, DataOf } from '../../control-client/operations.ts'
import { counted, showLine } from '../output.ts'
import { type ControlFlags, jsonCommand, sandboxAction } from './command.ts'

type Move = BodyOf<'moveClock'>

export function addClock(program: Command): void {
  const clock = jsonCommand(
    program,
    'clock',
    'show or move the clock of an account in a running sandbox',
  ).action(showClock)
  const move = (change: Move, flags: ControlFlags) =>
    moveClock(change, { ...clock.opts(), ...flags })
  jsonCommand(clock, 'advance', 'let time pass, run everything that becomes due, and report it')
    .argument('<time>', 'length of time such as 90s, 12h, 3d or 1d12h; or next_run')
    .action((advance: string, flags) => move({ advance }, flags))
  jsonCommand(clock, 'set', 'set the time without running what is due in between')
    .argument('<time>', 'time in ISO 8601, such as 2026-03-01T09:00:00Z')
    .action((now: string, flags) => move({ now }, flags))
  jsonCommand(clock, 'freeze', 'stop the clock').action((flags) => move({ frozen: true }, flags))
  jsonCommand(clock, 'unfreeze', 'let the clock run again').action((flags) =>
    move({ frozen: false }, flags),
  )
}

export const showClock = sandboxAction(async ({ control }, flags: ControlFlags) => {
  const { data } = await control('GET', '/clock')
  showLine(flags, data, clockText)
})

export const moveClock = sandboxAction(async ({ control }, move: Move, flags: ControlFlags) => {
  const { data } = await control('POST', '/clock', { body: move })
  showLine(flags, data, () =>
    move.advance === undefined ? clockText(data) : `${clockText(data)}\n${summaryText(data)}`,
  )
})

function clockText({ account, now, frozen, next_run }: DataOf<'getClock'>): string {
  const next = next_run === null ? 'no campaign will run' : `next run ${timeText(next_run)}`
  return `${account}  ${timeText(now)}  ${frozen ? 'frozen' : 'running'}  ${next}`
}

function summaryText({ summary: { runs, events, deliveries } }: DataOf<'moveClock'>): string {
  const kinds = Object.entries(events).map(([kind, count]) => `${count} ${kind}`)
  const { delivered, failed_attempts, pending } = deliveries
  const failed = counted(failed_attempts, 'attempt')
  return [
    `${counted(runs, 'run')}: ${kinds.join(', ')}`,
    `${delivered} delivered, ${failed} failed, ${pending} waiting for a retry`,
  ].join('\n')
}

/** `2026-01-15 09:30:00 UTC` */
function timeText(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`
}
