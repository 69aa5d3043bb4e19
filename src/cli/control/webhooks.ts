import { type Command, Option } from 'commander'
import { EVENT_KINDS } from '../../accounts/event.ts'
import { ConfigError } from '../../config.ts'
import type { BodyOf, DataOf } from '../../control-client/operations.ts'
import { withChoices } from '../choices.ts'
import { counted, minuteOf, tableOr } from '../output.ts'
import { calls } from './calls.ts'
import { defaultCommand, headersOf, jsonCommand } from './command.ts'

type Sent = DataOf<'getSentWebhook'>
type Change = NonNullable<BodyOf<'updateSentWebhook'>>

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description(
      'list the webhooks of a running sandbox with statistics, and change their settings',
    )
  const list = 'list the webhooks with their statistics (default)'
  defaultCommand(webhooks, 'list', list).action(calls('listSentWebhooks', listText))
  jsonCommand(webhooks, 'set', 'change the headers and the rate limit of a webhook')
    .argument('<id>', 'id of the webhook')
    .option('--header <header...>', "headers of each request, such as 'X-Tenant: blue'")
    .option('--no-headers', 'send no additional headers')
    .option('--rate-limit <limit>', 'maximum number of attempts, such as 5/second or 60/minute')
    .option('--no-rate-limit', 'send as fast as possible')
    .action(
      calls('updateSentWebhook', settingsText, {
        sets,
        nothing: 'Nothing to change. Give --header, --no-headers, --rate-limit or --no-rate-limit.',
      }),
    )
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
    .action(calls('replayWebhook', replayText))
}

const sets = {
  header: (texts: string[]) => ({ headers: headersOf(texts) }),
  // --no-headers
  headers: (value: boolean) => (value ? {} : { headers: null }),
  rateLimit: (text: string | false) => ({ rate_limit: text === false ? null : limitOf(text) }),
}

function replayText({ replayed, remaining }: DataOf<'replayWebhook'>): string {
  const more = remaining === 0 ? '' : ` ${remaining} remain: call it again.`
  return `Sending ${counted(replayed, 'missed event')}.${more}`
}

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

function listText(webhooks: Sent[]) {
  return tableOr(
    'No webhooks.',
    [
      'ID',
      'URL',
      'STATUS',
      'DELIVERED',
      'FAILED',
      'ATTEMPTS',
      'AVERAGE',
      'LAST SUCCESS',
      'LAST FAILURE',
    ],
    webhooks.map(({ id, url, status, statistics }) => {
      const { delivered, failed, attempts, average_duration_ms: average } = statistics
      return [
        id,
        url,
        status,
        delivered,
        failed,
        attempts,
        average === null ? null : `${average} ms`,
        minuteOf(statistics.last_success_at),
        minuteOf(statistics.last_failure_at),
      ]
    }),
  )
}
