import { type Command, Option } from 'commander'
import { EVENT_KINDS, type EventKind } from '../../accounts/event.ts'
import { ConfigError } from '../../config.ts'
import type { BodyOf, DataOf } from '../../control-client/operations.ts'
import { withChoices } from '../choices.ts'
import { counted, minuteOf, show, showTable } from '../output.ts'
import {
  type ControlFlags,
  defaultCommand,
  headersOf,
  jsonCommand,
  sandboxAction,
  type TextFlags,
} from './command.ts'

type Sent = DataOf<'getSentWebhook'>
type Change = NonNullable<BodyOf<'updateSentWebhook'>>

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description(
      'list the webhooks of a running sandbox with statistics, and change their settings',
    )
  const list = 'list the webhooks with their statistics (default)'
  defaultCommand(webhooks, 'list', list).action(listWebhooks)
  jsonCommand(webhooks, 'set', 'change the headers and the rate limit of a webhook')
    .argument('<id>', 'id of the webhook')
    .option('--header <header...>', "headers of each request, such as 'X-Tenant: blue'")
    .option('--no-headers', 'send no additional headers')
    .option('--rate-limit <limit>', 'maximum number of attempts, such as 5/second or 60/minute')
    .option('--no-rate-limit', 'send as fast as possible')
    .action(setWebhook)
  jsonCommand(webhooks, 'replay', 'send past events that a webhook missed')
    .argument('<id>', 'id of the webhook')
    .option(
      '--since <time>',
      'only events from this time on, such as 2026-03-01T09:00:00Z or 2026-03-01 (midnight in UTC)',
    )
    .option('--until <time>', 'only events up to this time')
    .addOption(
      withChoices(new Option('--type <kind...>', 'only events of these types'), EVENT_KINDS),
    )
    .action(replayWebhook)
}

const TITLES = [
  'ID',
  'URL',
  'STATUS',
  'DELIVERED',
  'FAILED',
  'ATTEMPTS',
  'AVERAGE',
  'LAST SUCCESS',
  'LAST FAILURE',
]

export const listWebhooks = sandboxAction(async ({ control }, flags: ControlFlags) => {
  const { data } = await control('GET', '/webhooks')
  showTable(flags, data, { none: 'No webhooks.', titles: TITLES }, cellsOf)
})

type SetFlags = ControlFlags & {
  header?: string[]
  headers?: false
  rateLimit?: string | false
}

export const setWebhook = sandboxAction(async ({ control }, id: string, flags: SetFlags) => {
  const body: Change = {}
  if (flags.headers === false) body.headers = null
  if (flags.header) body.headers = headersOf(flags.header)
  if (flags.rateLimit !== undefined)
    body.rate_limit = flags.rateLimit === false ? null : limitOf(flags.rateLimit)
  if (Object.keys(body).length === 0) {
    throw new ConfigError(
      'Nothing to change. Give --header, --no-headers, --rate-limit or --no-rate-limit.',
    )
  }
  const { data } = await control('PUT', '/webhooks/{id}', { params: { id }, body })
  show(flags, data, settingsText)
})

type ReplayFlags = TextFlags<'since' | 'until'> & { type?: EventKind[] }

export const replayWebhook = sandboxAction(async ({ control }, id: string, flags: ReplayFlags) => {
  const body = { since: flags.since, until: flags.until, types: flags.type }
  const { data } = await control('POST', '/webhooks/{id}/replay', { params: { id }, body })
  show(flags, data, ({ replayed, remaining }) => {
    const more = remaining === 0 ? '' : ` ${remaining} remain: call it again.`
    return `Sending ${counted(replayed, 'missed event')}.${more}`
  })
})

function limitOf(text: string): Change['rate_limit'] {
  const [, count, per] = /^(\d+)\/(second|minute)$/.exec(text) ?? []
  if (count && (per === 'second' || per === 'minute')) return { deliveries: Number(count), per }
  throw new ConfigError(
    `--rate-limit must be like 5/second or 60/minute; found ${JSON.stringify(text)}.`,
  )
}

function settingsText({ id, headers, rate_limit }: Sent): string[] {
  const limit =
    rate_limit === null ? 'no rate limit' : `${rate_limit.deliveries} a ${rate_limit.per}`
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${id}  ${limit}`, ...lines]
}

function cellsOf({ id, url, status, statistics }: Sent) {
  const { delivered, failed, attempts, average_duration_ms } = statistics
  const average = average_duration_ms === null ? null : `${average_duration_ms} ms`
  const { last_success_at, last_failure_at } = statistics
  return [
    id,
    url,
    status,
    delivered,
    failed,
    attempts,
    average,
    minuteOf(last_success_at),
    minuteOf(last_failure_at),
  ]
}
