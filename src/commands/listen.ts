import { ConfigError } from '../config.ts'
import { type Clock, createClock } from '../time/clock.ts'
import { webhookUrlProblem } from '../webhooks/address-guard.ts'
import { Sender } from '../webhooks/sender.ts'
import { type ControlClient, type ControlFlags, RefusedError, steer } from './control-client.ts'

/** Real milliseconds before each new try to reach the sandbox or the receiver; the last one is kept. */
const WAITS_MS = [500, 1_000, 2_000, 5_000]

/** A receiver beside this process may be on this machine, whatever the sandbox may call. */
const HERE = { allowLoopback: true }

export interface ListenFlags extends ControlFlags {
  forwardTo?: string
  events?: string[]
  json?: true
}

interface Streamed {
  id: string
  type: string
  at: string
  campaign_id: string
  body: string
}

/** Of whoever runs it: aborting `stop` ends it; `clock` times attempts and the waits between tries. */
export interface ListenParts {
  stop?: AbortSignal
  clock?: Clock
}

/**
 * `svc-sandbox listen`: prints an account's events as they come and forwards them, signed, to a receiver.
 * It comes back by itself when the stream ends, and goes on behind the last event that was forwarded.
 * Resolves when `stop` is aborted.
 */
export function listen(
  flags: ListenFlags,
  { stop = new AbortController().signal, clock = createClock() }: ListenParts = {},
): Promise<void> {
  return steer(flags, async (client) => {
    const problem = flags.forwardTo && webhookUrlProblem(flags.forwardTo, HERE)
    if (problem) throw new ConfigError(problem.replace(/^url/, '--forward-to'))

    const sender = new Sender(HERE, clock)
    stop.addEventListener('abort', () => sender.close())
    const listener = new Listener(flags, { sender, clock, stop })
    let failures = 0
    while (!stop.aborted) {
      try {
        await listener.follow(client, () => {
          failures = 0
        })
      } catch (error) {
        // At the first try nothing was reached, which is for the user to mend.
        if (error instanceof RefusedError || listener.secret === undefined) throw error
      }
      if (stop.aborted) return
      if (failures === 0) note('The sandbox is gone. Trying to reach it again …')
      await clock.wait(waitAfter(failures++), stop)
    }
  })
}

function waitAfter(failures: number): number {
  return WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] as number
}

interface Parts {
  sender: Sender
  clock: Clock
  stop: AbortSignal
}

class Listener {
  /** What events are signed with; undefined until the sandbox was reached. */
  secret: string | undefined
  #lastEventId: string | undefined
  readonly #flags: ListenFlags
  readonly #parts: Parts

  constructor(flags: ListenFlags, parts: Parts) {
    this.#flags = flags
    this.#parts = parts
  }

  /** Resolves when the stream ends. */
  async follow(client: ControlClient, reached: () => void): Promise<void> {
    const resume = { lastEventId: this.#lastEventId, signal: this.#parts.stop }
    const messages = client.stream('/events/stream', {}, resume)
    for await (const { event, id, data } of messages) {
      if (event === 'ready') {
        reached()
        this.#welcome(data as { account: string; secret: string })
        // A stream that breaks before its first event has lost what came meanwhile otherwise.
        this.#lastEventId ??= id
        continue
      }
      await this.#take(data as Streamed)
      this.#lastEventId = id
    }
  }

  #welcome({ account, secret }: { account: string; secret: string }): void {
    if (this.secret === secret) {
      note('Listening again.')
      return
    }
    this.secret = secret
    const { forwardTo } = this.#flags
    note(`Listening to ${account}${forwardTo === undefined ? '' : `, forwarding to ${forwardTo}`}.`)
    note(`Events are signed with ${secret}`)
  }

  async #take(event: Streamed): Promise<void> {
    const { events, forwardTo, json } = this.#flags
    if (events && !events.includes(event.type)) return
    const outcome = forwardTo === undefined ? '' : await this.#forward(event, forwardTo)
    const line = `${event.at.slice(0, 19)}Z  ${event.type.padEnd(18)}  ${event.campaign_id}  ${event.id}${outcome}`
    process.stdout.write(`${json ? event.body : line}\n`)
  }

  /** A receiver that does not answer is waited for; what it answers is its own affair. */
  async #forward({ id, body }: Streamed, url: string): Promise<string> {
    const { sender, clock, stop } = this.#parts
    const message = { url, eventId: id, body, secrets: [this.secret as string] }
    for (let failures = 0; ; failures++) {
      const sent = await sender.send(message)
      if (!sent || stop.aborted) return ''
      if (sent.status !== null) return `  → ${sent.status} after ${sent.duration_ms} ms`
      if (failures === 0) note(`${sent.error} Waiting for the receiver …`)
      await clock.wait(waitAfter(failures), stop)
    }
  }
}

/** On standard error, so that what is piped on are events alone. */
function note(text: string): void {
  process.stderr.write(`${text}\n`)
}
