import { Argument, type Command } from 'commander'
import { EVENT_KINDS, type EventKind } from '../../accounts/event.ts'
import { ConfigError } from '../../config.ts'
import { RefusedError } from '../../control-client/http-client.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { counted, show, showLine, showList } from '../output.ts'
import { jsonCommand, numberOf, sandboxAction, type TextFlags } from './command.ts'

type Delivery = DataOf<'getDelivery'>

export function addEvents(program: Command): void {
  jsonCommand(program, 'trigger', 'trigger events now')
    .addArgument(new Argument('<type...>', 'kinds of events, in order').choices(EVENT_KINDS))
    .option('--campaign <id>', 'campaign of the event (default: the newest one)')
    .option('--count <number>', 'how often to trigger them (default: 1)')
    .option('--data <json>', 'fields of the data of each event to replace')
    .option('--no-validate', 'allow data that the document does not')
    .option('--to <url>', 'send it to this address only, and report the result')
    .option('--secret <secret>', 'secret to sign it with for that address')
    .action(trigger)
  jsonCommand(program, 'deliveries', 'list webhook deliveries, show one, or send one again')
    .argument('[id]', 'delivery to show with its attempts')
    .option('--resend', 'send the delivery again now')
    .option('--status <status>', 'only pending, delivered or failed deliveries')
    .option('--type <kind>', 'only events of this kind')
    .option('--webhook <id>', 'only deliveries to this webhook')
    .option('--campaign <id>', 'only events of this campaign')
    .option('--limit <number>', 'number of deliveries to list (default: 50)')
    .action(deliveries)
}

type TriggerFlags = TextFlags<'campaign' | 'count' | 'data' | 'to' | 'secret'> & {
  validate?: boolean
}

export const trigger = sandboxAction(
  async ({ control }, types: EventKind | EventKind[], flags: TriggerFlags) => {
    const { campaign: campaign_id, validate, to, secret } = flags
    const data = objectOf(flags.data)
    const count = numberOf(flags.count, '--count')
    const sequence = [types].flat().map((type) => ({ type, campaign_id, data }))
    const [only, ...others] = sequence
    const what = others.length === 0 ? (only as NonNullable<typeof only>) : { sequence }
    const body = { ...what, count, validate, to, secret }
    const { data: happened } = await control('POST', '/events', { body })
    showLine(flags, happened, ({ triggered }) =>
      triggered.map((each) => triggeredText(each, happened.secret)).join('\n'),
    )
    const error = happened.triggered.find(({ attempt }) => attempt?.error)?.attempt?.error
    if (error) throw new RefusedError(error)
  },
)

type Triggered = DataOf<'triggerEvent'>['triggered'][number]

function triggeredText({ event, deliveries, attempt }: Triggered, secret: string | null): string {
  const head = `${event.id}  ${event.type}  ${event.campaign_id}`
  if (attempt) {
    const answer = attempt.status === null ? 'no answer' : `answered ${attempt.status}`
    return `${head}\n${attempt.url}: ${answer} after ${attempt.duration_ms} ms, signed with ${secret}`
  }
  if (deliveries.length === 0) return `${head}\nNo webhook subscribes to it. Listeners receive it.`
  return `${head}\nQueued for ${counted(deliveries.length, 'webhook')}: ${deliveries.join(', ')}`
}

function objectOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw new ConfigError(`--data must be a JSON object such as '{"position":1}'; found ${text}.`)
}

type DeliveriesFlags = TextFlags<'status' | 'type' | 'webhook' | 'campaign' | 'limit'> & {
  resend?: true
}

export const deliveries = sandboxAction(
  async ({ control }, id: string | undefined, flags: DeliveriesFlags) => {
    const { resend, status, type, limit, webhook, campaign } = flags
    if (id !== undefined) {
      const params = { id }
      const { data } = resend
        ? await control('POST', '/deliveries/{id}/resend', { params })
        : await control('GET', '/deliveries/{id}', { params })
      return show(flags, data, deliveryText)
    }
    if (resend) {
      throw new ConfigError(
        '--resend needs the id of a delivery; svc-sandbox deliveries lists them.',
      )
    }
    const query = { status, type, limit, webhook_id: webhook, campaign_id: campaign }
    showList(flags, await control('GET', '/deliveries', { query }), 'No deliveries.', lineOf)
  },
)

function lineOf({ id, created_at, status, type, attempts, next_attempt_at }: Delivery): string {
  const last = attempts.at(-1)
  const answer = last ? String(last.status ?? 'none') : 'not tried'
  const next = next_attempt_at === null ? '' : `  next ${next_attempt_at.slice(0, 19)}Z`
  return `${id}  ${created_at.slice(0, 19)}Z  ${status.padEnd(9)}  ${type.padEnd(18)}  ${attempts.length} tried, ${answer}${next}`
}

function deliveryText(delivery: Delivery): string {
  const tries = delivery.attempts.map(
    ({ at, status, duration_ms, manual, error }) =>
      `  ${at.slice(0, 19)}Z  ${status ?? 'no answer'}  ${duration_ms} ms${manual ? '  by hand' : ''}${error === null ? '' : `  ${error}`}`,
  )
  return [
    lineOf(delivery),
    `event ${delivery.event_id} to ${delivery.webhook_id}`,
    ...tries,
    delivery.body,
  ].join('\n')
}
