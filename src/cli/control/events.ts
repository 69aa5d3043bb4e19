import { Argument, type Command } from 'commander'
import { EVENT_KINDS, type EventKind } from '../../accounts/event.ts'
import { ConfigError } from '../../config.ts'
import { RefusedError } from '../../control-client/http-client.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { parsedUrl } from '../../text/url.ts'
import { withChoices } from '../choices.ts'
import { counted, showLine } from '../output.ts'
import { jsonCommand, numberOf, sandboxAction, type TextFlags } from './command.ts'

export function addEvents(program: Command): void {
  jsonCommand(program, 'trigger', 'trigger events now')
    .addArgument(withChoices(new Argument('<type...>', 'types of events, in order'), EVENT_KINDS))
    .option('--campaign <id>', 'campaign of the event (default: the newest one)')
    .option('--count <number>', 'how many times to trigger them (default: 1)')
    .option('--data <json>', 'members to override in the data of each event')
    .option('--no-validate', 'allow data that does not match the document')
    .option('--to <url>', 'send it to this address only, and report the result')
    .option('--secret <secret>', 'secret to sign it with for that address')
    .action(trigger)
}

type TriggerFlags = TextFlags<'campaign' | 'count' | 'data' | 'to' | 'secret'> & {
  validate?: boolean
}

export const trigger = sandboxAction(
  async ({ control }, types: EventKind | EventKind[], flags: TriggerFlags) => {
    const { campaign: campaign_id, validate, to, secret } = flags
    if (to !== undefined) requireReceiver(to, '--to')
    if (secret !== undefined && to === undefined) {
      throw new ConfigError('--secret needs --to, the address that gets the event.')
    }
    const data = objectOf(flags.data)
    const count = numberOf(flags.count, '--count')
    const sequence = [types].flat().map((type) => ({ type, campaign_id, data }))
    const [only, ...others] = sequence
    const what = others.length === 0 ? (only as NonNullable<typeof only>) : { sequence }
    const body = { ...what, count, validate, to, secret }
    const { data: happened } = await control('POST', '/events', { body })
    showLine(flags, happened, ({ triggered }) =>
      triggered.flatMap((each) => triggeredText(each, happened.secret)),
    )
    const error = happened.triggered.find(({ attempt }) => attempt?.error)?.attempt?.error
    if (error) throw new RefusedError(error)
  },
)

/** The sandbox would trigger the event before it looks at the address. Throws ConfigError. */
function requireReceiver(url: string, flag: string): void {
  if (/^https?:\/\//i.test(url) && parsedUrl(url)) return
  throw new ConfigError(
    `${flag} must be an address such as http://127.0.0.1:3000/hooks; found ${JSON.stringify(url)}.`,
  )
}

type Triggered = DataOf<'triggerEvent'>['triggered'][number]

function triggeredText({ event, deliveries, attempt }: Triggered, secret: string | null): string[] {
  const head = `${event.id}  ${event.type}  ${event.campaign_id}`
  if (attempt) {
    const answer = attempt.status === null ? 'no answer' : `answered ${attempt.status}`
    return [
      head,
      `${attempt.url}: ${answer} after ${attempt.duration_ms} ms, signed with ${secret}`,
    ]
  }
  if (deliveries.length === 0) return [head, 'No webhook subscribes to it. Listeners receive it.']
  return [head, `Queued for ${counted(deliveries.length, 'webhook')}: ${deliveries.join(', ')}`]
}

function objectOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw new ConfigError(
    `--data must be a JSON object such as '{"position":1}'; found ${text.trim() === '' ? 'an empty text' : text}.`,
  )
}
