import type { Command } from 'commander'
import { ConfigError } from '../../config.ts'
import { RefusedError } from '../../control-client/http-client.ts'
import type { ControlStream } from '../../control-client/operations.ts'
import { createClock } from '../../time/clock.ts'
import { webhookUrlProblem } from '../../webhooks/address-guard.ts'
import { Sender } from '../../webhooks/sender.ts'
import { note, print } from '../output.ts'
import { accountCommand, type ControlFlags, sandboxAction } from './command.ts'

/** Real milliseconds before each retry to reach the sandbox or the receiver; the last one repeats. */
const WAITS_MS = [500, 1_000, 2_000, 5_000]

/** A receiver may run on this machine, even if the sandbox itself may not call it. */
const HERE = { allowLoopback: true }

export function addListen(program: Command): void {
  const description = 'print the events of an account as they happen, and forward them'
  accountCommand(program, 'listen', description)
    .option(
      '--forward-to <url>',
      'address to forward events to, such as http://localhost:3000/hook',
    )
    .option('--events <kind...>', 'only events of these kinds')
    .option('--json', 'print the JSON body of each event')
    .action((flags: ListenFlags) => listen(flags))
}

interface ListenFlags extends ControlFlags {
  forwardTo?: string
  events?: string[]
}

interface Streamed {
  id: string
  type: string
  at: string
  campaign_id: string
  body: string
}

/**
 * `svc-sandbox listen`: prints an account's events as they come and forwards them, signed, to a receiver.
 * Reconnects when the stream ends, and continues after the last forwarded event.
 * Resolves when `stop` is aborted. `clock` times attempts and the waits between them.
 */
export function listen(
  flags: ListenFlags,
  { stop = new AbortController().signal, clock = createClock() } = {},
): Promise<void> {
  const { forwardTo, events, json } = flags
  const sender = new Sender(HERE, clock)
  stop.addEventListener('abort', () => sender.close())
  /** The signing secret; undefined until the sandbox was reached. */
  let secret: string | undefined
  let lastEventId: string | undefined
  let failures = 0

  /** Resolves when the stream ends. */
  async function follow(stream: ControlStream): Promise<void> {
    for await (const { event, id, data } of await stream('/events/stream', {
      lastEventId,
      signal: stop,
    })) {
      if (event === 'ready') {
        failures = 0
        welcome(data as { account: string; secret: string })
        // Otherwise a stream that breaks before its first event would lose the events until the next try.
        lastEventId ??= id
        continue
      }
      await take(data as Streamed)
      lastEventId = id
    }
  }

  function welcome(ready: { account: string; secret: string }): void {
    if (secret === ready.secret) {
      note('Listening again.')
      return
    }
    secret = ready.secret
    const target = forwardTo === undefined ? '' : `, forwarding to ${forwardTo}`
    note(`Listening to ${ready.account}${target}.`)
    note(`Events are signed with ${secret}`)
  }

  async function take(event: Streamed): Promise<void> {
    if (events && !events.includes(event.type)) return
    const outcome = forwardTo === undefined ? '' : await forward(event, forwardTo)
    const at = `${event.at.slice(0, 19)}Z`
    const line = `${at}  ${event.type.padEnd(18)}  ${event.campaign_id}  ${event.id}${outcome}`
    print(json ? event.body : line)
  }

  /** Waits for a receiver that does not answer. Any answer will do. */
  async function forward({ id, body }: Streamed, url: string): Promise<string> {
    const message = { url, eventId: id, body, secrets: [secret as string] }
    for (let tries = 0; ; tries++) {
      const sent = await sender.send(message)
      if (!sent || stop.aborted) return ''
      if (sent.status !== null) return `  → ${sent.status} after ${sent.duration_ms} ms`
      if (tries === 0) note(`${sent.error} Waiting for the receiver …`)
      await clock.wait(waitAfter(tries), stop)
    }
  }

  return sandboxAction(async ({ stream }, _flags: ListenFlags) => {
    const problem = forwardTo && webhookUrlProblem(forwardTo, HERE)
    if (problem) throw new ConfigError(problem.replace(/^url/, '--forward-to'))

    while (!stop.aborted) {
      try {
        await follow(stream)
      } catch (error) {
        // The first try must reach a sandbox, because a wrong address does not get better by waiting.
        if (error instanceof RefusedError || secret === undefined) throw error
      }
      if (stop.aborted) return
      if (failures === 0) note('The sandbox is gone. Trying to reach it again …')
      await clock.wait(waitAfter(failures++), stop)
    }
  })(flags)
}

function waitAfter(failures: number): number {
  return WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] as number
}
