import type { Command } from 'commander'
import { EVENT_KINDS } from '../../accounts/event.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { optionWith } from '../choices.ts'
import { counted, linesOf } from '../output.ts'
import { calls, lists } from './calls.ts'
import { defaultCommand, jsonCommand } from './command.ts'

type Delivery = DataOf<'getDelivery'>
type Event = DataOf<'listEvents'>[number]

export function addDeliveries(program: Command): void {
  const deliveries = program
    .command('deliveries')
    .description('list, show or resend webhook deliveries of a running sandbox')
  const list = defaultCommand(deliveries, 'list', 'list deliveries, the newest last (default)')
  filterOptions(list).option('--limit <number>', 'number of deliveries to list (default: 50)')
  list.action(lists('listDeliveries', 'No deliveries.', lineOf, { sets }))
  jsonCommand(deliveries, 'show', 'show a delivery with its attempts')
    .argument('<id>', 'id of the delivery')
    .action(calls('getDelivery', deliveryText))
  const resend = jsonCommand(
    deliveries,
    'resend',
    'send deliveries again now: some, or all that match a filter',
  )
  filterOptions(resend.argument('[id...]', 'ids of deliveries')).action((ids: string[], ...given) =>
    (ids.length > 0 ? resendSome : resendFound)(ids, ...given),
  )

  const events = program.command('events').description('list past events of a running sandbox')
  const past = defaultCommand(events, 'list', 'list past events, the newest last (default)')
  eventOptions(past).option('--limit <number>', 'number of events to list (default: 50)')
  past.action(lists('listEvents', 'No events.', eventLine, { sets }))
}

function eventOptions(command: Command): Command {
  return command
    .addOption(optionWith(EVENT_KINDS, '--type <kind>', 'only events of this type'))
    .option('--campaign <id>', 'only events of this campaign')
    .option('--event <id>', 'only this event')
    .option(
      '--since <time>',
      'only events from this time on, such as 2026-03-01T09:00:00Z or 2026-03-01 (midnight in UTC)',
    )
    .option('--until <time>', 'only events up to this time')
    .option('--text <text>', 'only with this text in the body, a response or an error')
}

function filterOptions(command: Command): Command {
  return eventOptions(command)
    .addOption(
      optionWith(
        ['pending', 'delivered', 'failed'],
        '--status <status>',
        'only pending, delivered or failed deliveries',
      ),
    )
    .option('--webhook <id>', 'only deliveries to this webhook')
}

const sets = { text: (q: string) => ({ q }) }

const resendSome = calls('resendDelivery', deliveryText)
const resendFound = calls('resendDeliveries', resentText, {
  sets,
  failure: ({ failed }: { failed: number }) =>
    failed > 0 ? `${counted(failed, 'attempt')} failed.` : undefined,
})

function resentText({ matched, delivered, skipped }: DataOf<'resendDeliveries'>): string {
  const gone = skipped === 0 ? '' : `, ${skipped} skipped because their webhook was deleted`
  return `${counted(matched, 'delivery', 'deliveries')} found, ${delivered} delivered now${gone}.`
}

function eventLine({ id, at, type, campaign_id }: Event): string {
  return `${id}  ${at.slice(0, 19)}Z  ${type.padEnd(18)}  ${campaign_id}`
}

function lineOf({ id, created_at, status, type, attempts, next_attempt_at }: Delivery): string {
  const last = attempts.at(-1)
  const answer = last ? String(last.status ?? 'none') : 'not tried'
  const next = next_attempt_at === null ? '' : `  next ${next_attempt_at.slice(0, 19)}Z`
  return `${id}  ${created_at.slice(0, 19)}Z  ${status.padEnd(9)}  ${type.padEnd(18)}  ${attempts.length} tried, ${answer}${next}`
}

function deliveryText(delivery: Delivery): string[] {
  const tries = delivery.attempts.map(
    ({ at, status, duration_ms, manual, error }) =>
      `  ${at.slice(0, 19)}Z  ${status ?? 'no answer'}  ${duration_ms} ms${manual ? '  by hand' : ''}${error === null ? '' : `  ${error}`}`,
  )
  return [
    lineOf(delivery),
    `event ${delivery.event_id} to ${delivery.webhook_id}`,
    ...tries,
    ...linesOf(delivery.body),
  ]
}
