import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Command, Option } from 'commander'
import { EVENT_KINDS } from '../../accounts/event.ts'
import { ConfigError } from '../../config.ts'
import { AbortController } from '../../node-globals.ts'
import { type Clock, createClock } from '../../time/clock.ts'
import { webhookUrlProblem } from '../../webhooks/address-guard.ts'
import { Sender, type Sent } from '../../webhooks/sender.ts'
import { withChoices } from '../choices.ts'
import { note, print, printJsonText } from '../output.ts'
import { accountCommand, type ControlFlags, headersOf, sandboxAction } from './command.ts'
import { eventLine, type Streamed } from './event-line.ts'
import { lastingStream, waitAfter } from './lasting-stream.ts'

/** Forwarded events that can be resent. */
const REMEMBERED = 1_000

/** A receiver may run on this machine, even if the sandbox itself may not call it. */
const HERE = { allowLoopback: true, targets: [] }

export function addListen(program: Command): void {
  const description = 'print the events of an account as they happen, and forward them'
  accountCommand(program, 'listen', description)
    .option(
      '--forward-to <url>',
      'address to forward events to, such as http://localhost:3000/hook',
    )
    .addOption(
      withChoices(new Option('--events <kind...>', 'only events of these types'), EVENT_KINDS),
    )
    .option('--alerts', 'only events that match an alert of the account')
    .option('--skip-verify', 'accept any TLS certificate of the receiver')
    .option('--header <header...>', "header to add to forwarded events, such as 'X-Tenant: blue'")
    .option(
      '--json',
      'print the JSON body of each event, and the result of its forwarding to stderr',
    )
    .action((flags: ListenFlags) => listen(flags))
}

interface ListenFlags extends ControlFlags {
  forwardTo?: string
  events?: string[]
  alerts?: true
  skipVerify?: true
  header?: string[]
}

interface ListenParts {
  stop?: AbortSignal
  clock?: Clock
  /** Lines that users type; undefined if nobody can. */
  input?: Readable | undefined
}

/**
 * `svc-sandbox listen`: prints an account's events as they come and forwards them, signed, to a receiver.
 * Reconnects when the stream ends, and continues after the last forwarded event.
 * Resolves when `stop` is aborted. `clock` times attempts and the waits between them. A line `r` of `input` resends
 * the last event, an id that event.
 */
export function listen(
  flags: ListenFlags,
  {
    stop = new AbortController().signal,
    clock = createClock(),
    input = typedLines(),
  }: ListenParts = {},
): Promise<void> {
  const { forwardTo, events, json } = flags
  const sender = new Sender(clock, { isUnverified: flags.skipVerify ?? false })
  stop.addEventListener('abort', () => sender.close())
  const headers: Record<string, string> = {}
  /** The last forwarded events by their id, oldest first. */
  const forwarded = new Map<string, Streamed>()
  /** The signing secret; undefined until the sandbox was reached. */
  let secret: string | undefined

  function welcome(ready: { account: string; secret: string }): void {
    if (secret === ready.secret) {
      note('Listening again.')
      return
    }
    const isFirst = secret === undefined
    secret = ready.secret
    const target = forwardTo === undefined ? '' : `, forwarding to ${forwardTo}`
    note(`Listening to ${ready.account}${target}.`)
    note(`Events are signed with ${secret}`)
    if (isFirst && forwardTo !== undefined && input !== undefined) takeLines(input, forwardTo)
  }

  function takeLines(lines: Readable, url: string): void {
    note('Press r and Enter to resend the last event, or type the id of an event.')
    const reader = createInterface({ input: lines })
    reader.on('line', (line) => void resend(line.trim(), url))
    stop.addEventListener('abort', () => reader.close())
  }

  async function resend(line: string, url: string): Promise<void> {
    if (line === '') return
    const event = line === 'r' ? [...forwarded.values()].at(-1) : forwarded.get(line)
    if (event === undefined) {
      const what = line === 'r' ? 'No event was forwarded yet.' : `${line} is not among them.`
      note(`${what} Press r to resend the last of ${forwarded.size} forwarded events.`)
      return
    }
    const sent = await attempt(event, url)
    if (sent) show(event, `${outcomeOf(sent)}, resent`)
  }

  async function take(event: Streamed): Promise<void> {
    if (events && !events.includes(event.type)) return
    show(event, forwardTo === undefined ? '' : await forward(event, forwardTo))
  }

  function show(event: Streamed, outcome: string): void {
    const line = eventLine(event, outcome)
    if (json) printJsonText(event.body.replace(/[\t\r\n]+/g, ' '))
    if (!json) print(line)
    // Beside the JSON, which programs read.
    else if (outcome !== '') note(line)
  }

  /** Waits for a receiver that does not answer. Any answer will do. */
  async function forward(event: Streamed, url: string): Promise<string> {
    forwarded.set(event.id, event)
    const [oldest] = forwarded.keys()
    if (forwarded.size > REMEMBERED && oldest !== undefined) forwarded.delete(oldest)
    for (let tries = 0; ; tries++) {
      const sent = await attempt(event, url)
      if (!sent || stop.aborted) return ''
      if (sent.status !== null) return outcomeOf(sent)
      if (tries === 0) note(`${sent.error}${wayOut(sent)} Waiting for the receiver …`)
      await clock.wait(waitAfter(tries), stop)
    }
  }

  function wayOut({ error }: Sent): string {
    const isCertificate = error?.startsWith('No secure connection: the certificate of ')
    return isCertificate && !flags.skipVerify ? ' With --skip-verify, any certificate will do.' : ''
  }

  function attempt({ id, body }: Streamed, url: string): Promise<Sent | undefined> {
    return sender.send({ url, eventId: id, body, secrets: [secret as string], headers }, HERE)
  }

  return sandboxAction(async (client, _flags: ListenFlags) => {
    const problem = forwardTo === undefined ? undefined : webhookUrlProblem(forwardTo, HERE)
    if (problem) throw new ConfigError(problem.replace(/^url/, '--forward-to'))
    Object.assign(headers, addedHeaders(flags))

    const query = { alerts: flags.alerts }
    const messages = lastingStream(client, '/events/stream', { query, stop, clock })
    for await (const { event, data } of messages) {
      if (event === 'ready') welcome(data as { account: string; secret: string })
      else await take(data as Streamed)
    }
  })(flags)
}

/** Lines of the terminal; undefined if standard input is none. */
function typedLines(): Readable | undefined {
  return process.stdin.isTTY ? process.stdin : undefined
}

/** The headers to add. Throws ConfigError. */
function addedHeaders({ header = [], forwardTo }: ListenFlags): Record<string, string> {
  if (header.length > 0 && forwardTo === undefined) {
    throw new ConfigError('--header needs --forward-to, the address that gets the header.')
  }
  return headersOf(header)
}

function outcomeOf({ status, duration_ms, error }: Sent): string {
  return status === null ? `  → ${error}` : `  → ${status} after ${duration_ms} ms`
}
