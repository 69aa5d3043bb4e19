import type { Command } from 'commander'
import { ConfigError } from '../../config.ts'
import type { BodyOf, DataOf } from '../../control-client/operations.ts'
import { didYouMean } from '../../schema/similar.ts'
import { linesOf, note, show, showLine } from '../output.ts'
import { calls } from './calls.ts'
import { type ControlFlags, defaultCommand, jsonCommand, sandboxAction } from './command.ts'

type Shown = DataOf<'getReceiver'>
type Received = Shown['received'][number]
type Answer = Shown['answer']
type Step = NonNullable<NonNullable<BodyOf<'updateReceiver'>>['sequence']>[number]

export function addReceiver(program: Command): void {
  const receiver = program
    .command('receiver')
    .description('show, follow, script or clear the built-in receiver of a running sandbox')
  const shown = 'show the receiver and its requests, or one request in full (default)'
  defaultCommand(receiver, 'show [id]', shown)
    .option('--follow', 'print requests as they arrive, until Ctrl-C')
    .action(showReceiver)
  jsonCommand(receiver, 'script <response...>', 'set the responses, in order; the last one stays')
    .addHelpText('after', HELP)
    .action(scriptReceiver)
  jsonCommand(receiver, 'clear', 'clear the requests, and respond with 204 again').action(
    calls('clearReceiver', () => 'Cleared. The receiver responds with 204.'),
  )
}

const HELP = `
A response is a status, reset, empty or hang, and more after commas:
  500                     status 500
  500,count=3             three times
  204,delay=20000         after 20 seconds, too late for the sender
  429,retry-after=60      with a header
  200,truncated           half of its body, then closed
  '{"status":200,"body":"seen"}'   as PUT /_sandbox/receiver takes it

svc-sandbox receiver script 500 reset 429,retry-after=60 204`

type ShowFlags = ControlFlags & { follow?: true }

export const showReceiver = sandboxAction(
  async ({ control, stream }, id: string | undefined, flags: ShowFlags) => {
    if (flags.follow) {
      for await (const { event, data } of await stream('/receiver/stream')) {
        if (event === 'request') showLine(flags, data as Received, lineOf)
        if (event === 'missed') note('Some requests were dropped meanwhile.')
      }
      return
    }
    const { data } = await control('GET', '/receiver')
    if (id === undefined) return show(flags, data, receiverText)
    const found = data.received.find((each) => each.id === id)
    if (found === undefined) {
      throw new ConfigError(`There is no request ${id}; it may have been dropped.`)
    }
    show(flags, found, requestText)
  },
)

export const scriptReceiver = sandboxAction(
  async ({ control }, responses: string[], flags: ControlFlags) => {
    const body = { sequence: responses.map(stepOf) }
    show(flags, (await control('PUT', '/receiver', { body })).data, sequenceText)
  },
)

/** Names in a response that are no headers. */
const FIELDS = ['body', 'delay', 'count']
const CONNECTIONS = ['reset', 'empty', 'hang', 'truncated'] as const

/** Reads a response such as `429,retry-after=60`. Throws ConfigError. */
function stepOf(text: string): Step {
  if (text.startsWith('{')) return parsed(text)
  const step: Step = {}
  for (const part of text.split(',')) {
    const [name = '', ...rest] = part.split('=')
    const value = rest.join('=')
    const connection = CONNECTIONS.find((each) => each === part)
    if (/^\d+$/.test(part)) step.status = Number(part)
    else if (connection !== undefined) step.connection = connection
    else if (!part.includes('=')) throw unreadable(text, part)
    else if (name === 'body') step.body = value
    else if (name === 'delay' || name === 'count') {
      const unit = name === 'delay' ? ' A delay is in milliseconds, such as 5000.' : ''
      if (!/^\d+$/.test(value)) throw unreadable(text, part, unit)
      step[name === 'delay' ? 'delay_ms' : 'count'] = Number(value)
    } else if (didYouMean(name, FIELDS) !== '')
      throw unreadable(text, part, didYouMean(name, FIELDS))
    else step.headers = { ...step.headers, [name]: value }
  }
  return step
}

function parsed(text: string): Step {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(text, text)
  }
}

function unreadable(text: string, part: string, hint = ''): ConfigError {
  const found = text === part ? JSON.stringify(text) : `${JSON.stringify(part)} in ${text}`
  return new ConfigError(
    `A response must be like 500, reset, 429,retry-after=60 or a JSON object; found ${found}.${hint}`,
  )
}

function receiverText(receiver: Shown): string[] {
  const { url, received } = receiver
  const requests = received.toReversed().map(lineOf)
  const none = 'No requests yet.'
  return [url, sequenceText(receiver), '', ...(requests.length > 0 ? requests : [none])]
}

function sequenceText({ sequence }: Shown): string {
  const steps = sequence.map(answerText)
  return `Responds with ${steps.join(', then ')}${steps.length > 1 ? ' from then on' : ''}.`
}

function answerText({ status, delay_ms, connection, headers = {}, count }: Answer): string {
  const begin = connection === undefined || connection === 'truncated' ? String(status) : connection
  const parts = [
    begin,
    connection === 'truncated' && 'truncated',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    delay_ms > 0 && `after ${delay_ms} ms`,
    count !== undefined && `${count} times`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** `rec_7  09:30:00  ranking.changed  signature valid  → 500`: one request on one line. */
function lineOf({ id, received_at, type, event_id, signature, answer }: Received): string {
  const kind = (type ?? 'no event').padEnd(18)
  const verdict = `signature ${signature}`.padEnd(17)
  const event = event_id === null ? '' : `  ${event_id}`
  return `${id.padEnd(7)}  ${received_at.slice(11, 19)}  ${kind}  ${verdict}  → ${answerText(answer)}${event}`
}

function requestText(request: Received): string[] {
  const { headers, body, truncated, reason, signature_details: details } = request
  return [
    lineOf(request),
    reason,
    ...(details === null ? [] : detailsLines(details)),
    '',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    ...linesOf(`${body}${truncated ? '…' : ''}`),
  ]
}

function detailsLines(details: NonNullable<Received['signature_details']>): string[] {
  const { received, expected, content, signed_content, cause } = details
  return [
    ...(cause === null ? [] : [cause]),
    '',
    `received signature  ${received}`,
    ...expected.map(
      (each) => `expected signature  ${each.signature}  (${each.secret}, ${each.hint})`,
    ),
    ...(content === null ? [] : [`content to sign     ${content}`]),
    ...(signed_content === null ? [] : [`signed content      ${signed_content}`]),
  ]
}
