import type { components } from '../../spec/generated/sandbox.ts'
import { type ControlClient, type ControlFlags, steer } from './control-client.ts'
import { print } from './table.ts'

type Clock = components['schemas']['Clock']
type MovedClock = Clock & { summary: components['schemas']['ClockSummary'] }

export interface ClockFlags extends ControlFlags {
  json?: true
}

/** `svc-sandbox clock`: shows an account's clock. */
export function showClock(flags: ClockFlags): Promise<void> {
  return steer(flags, async (client) => {
    const { data } = await client.call<Clock>('GET', '/clock')
    print(flags.json ? JSON.stringify(data) : clockText(data))
  })
}

/** `svc-sandbox clock advance 3d`, `set`, `freeze` and `unfreeze`: moves it, and tells what happened. */
export function moveClock(
  wish: { advance?: string; now?: string; frozen?: boolean },
  flags: ClockFlags,
): Promise<void> {
  return steer(flags, async (client: ControlClient) => {
    const { data } = await client.call<MovedClock>('POST', '/clock', { body: wish })
    if (flags.json) return print(JSON.stringify(data))
    print(clockText(data))
    if (wish.advance !== undefined) print(summaryText(data.summary))
  })
}

function clockText({ account, now, frozen, next_run }: Clock): string {
  const next = next_run === null ? 'no campaign will run' : `next run ${timeText(next_run)}`
  return `${account}  ${timeText(now)}  ${frozen ? 'frozen' : 'running'}  ${next}`
}

function summaryText({ runs, events, deliveries }: MovedClock['summary']): string {
  const kinds = Object.entries(events).map(([kind, count]) => `${count} ${kind}`)
  const { delivered, failed_attempts, pending } = deliveries
  return [
    `${runs} ${runs === 1 ? 'run' : 'runs'}: ${kinds.join(', ')}`,
    `${delivered} delivered, ${failed_attempts} ${failed_attempts === 1 ? 'attempt' : 'attempts'} failed, ${pending} waiting to be tried again`,
  ].join('\n')
}

/** `2026-01-15 09:30:00 UTC` */
function timeText(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`
}
