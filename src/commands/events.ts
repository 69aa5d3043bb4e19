import type { components } from '../../spec/generated/sandbox.ts'
import { ConfigError } from '../config.ts'
import { type ControlFlags, RefusedError, steer } from './control-client.ts'
import { print, printJson } from './table.ts'

type Schemas = components['schemas']

export interface TriggerFlags extends ControlFlags {
  campaign?: string
  data?: string
  to?: string
  secret?: string
  json?: true
}

interface Triggered {
  event: Schemas['Event']
  deliveries: string[]
  attempt: Schemas['Attempt'] | null
  secret: string | null
}

/** `svc-sandbox trigger <type>`: lets an event happen now. */
export function trigger(type: string, flags: TriggerFlags): Promise<void> {
  return steer(flags, async (client) => {
    const { campaign, to, secret } = flags
    const body = {
      type,
      ...(campaign === undefined ? {} : { campaign_id: campaign }),
      ...(flags.data === undefined ? {} : { data: objectOf(flags.data) }),
      ...(to === undefined ? {} : { to }),
      ...(secret === undefined ? {} : { secret }),
    }
    const { data } = await client.call<Triggered>('POST', '/events', { body })
    if (flags.json) print(JSON.stringify(data))
    else print(triggeredText(data))
    if (data.attempt?.error) throw new RefusedError(data.attempt.error)
  })
}

function triggeredText({ event, deliveries, attempt, secret }: Triggered): string {
  const head = `${event.id}  ${event.type}  ${event.campaign_id}`
  if (attempt) {
    const answer = attempt.status === null ? 'no answer' : `answered ${attempt.status}`
    return `${head}\n${attempt.url}: ${answer} after ${attempt.duration_ms} ms, signed with ${secret}`
  }
  if (deliveries.length === 0) return `${head}\nNo webhook wants it; whoever listens gets it.`
  return `${head}\nOn its way to ${deliveries.length} ${deliveries.length === 1 ? 'webhook' : 'webhooks'}: ${deliveries.join(', ')}`
}

function objectOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Told below.
  }
  throw new ConfigError(`--data must be a JSON object such as '{"position":1}'; found ${text}.`)
}

export interface DeliveriesFlags extends ControlFlags {
  status?: string
  type?: string
  webhook?: string
  campaign?: string
  limit?: string
  resend?: true
  json?: true
}

/** `svc-sandbox deliveries [id]`: lists deliveries, shows one with its attempts, or sends it again. */
export function deliveries(id: string | undefined, flags: DeliveriesFlags): Promise<void> {
  return steer(flags, async (client) => {
    if (id === undefined && flags.resend) {
      throw new ConfigError(
        '--resend needs the id of a delivery; svc-sandbox deliveries lists them.',
      )
    }
    if (id !== undefined) {
      const path = `/deliveries/${encodeURIComponent(id)}`
      const { data } = flags.resend
        ? await client.call<Schemas['Delivery']>('POST', `${path}/resend`)
        : await client.call<Schemas['Delivery']>('GET', path)
      return flags.json ? printJson(data) : print(deliveryText(data))
    }
    const { status, type, limit } = flags
    const query = { status, type, limit, webhook_id: flags.webhook, campaign_id: flags.campaign }
    const { data, total = data.length } = await client.call<Schemas['Delivery'][]>(
      'GET',
      '/deliveries',
      { query },
    )
    if (data.length === 0 && !flags.json) process.stderr.write('No deliveries.\n')
    // The newest last, next to where the eye is.
    for (const each of data.toReversed()) print(flags.json ? JSON.stringify(each) : lineOf(each))
    if (total > data.length)
      process.stderr.write(`${data.length} of ${total}; more with --limit.\n`)
  })
}

function lineOf({ id, created_at, status, type, attempts, next_attempt_at }: Schemas['Delivery']) {
  const last = attempts.at(-1)
  const answer = last ? String(last.status ?? 'none') : 'not tried'
  const next = next_attempt_at === null ? '' : `  next ${next_attempt_at.slice(0, 19)}Z`
  return `${id}  ${created_at.slice(0, 19)}Z  ${status.padEnd(9)}  ${type.padEnd(18)}  ${attempts.length} tried, ${answer}${next}`
}

function deliveryText(delivery: Schemas['Delivery']): string {
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
