import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { demand, send, type Target } from '../../support/crash/client.ts'

const BETWEEN_MS = 30
/** Accounts of a killed replica are free after 16 seconds, and its deliveries are sent again then. */
const PATIENCE_MS = 60_000

/** Triggers events, and receives their webhooks. */
export class EventLoad {
  readonly #target: Target
  readonly #server: Server
  /** Ids of the events whose trigger was acknowledged. */
  readonly triggered = new Set<string>()
  /** Arrivals by event id. */
  readonly arrived = new Map<string, number>()

  /** Registers a webhook of the account. */
  static async begin(target: Target): Promise<EventLoad> {
    const load = new EventLoad(target)
    load.#server.listen(0, '127.0.0.1')
    await once(load.#server, 'listening')
    const { port } = load.#server.address() as AddressInfo
    const webhook = { url: `http://127.0.0.1:${port}/`, events: ['ranking.changed'] }
    await demand(target, 'POST', '/api/webhooks', webhook)
    return load
  }

  private constructor(target: Target) {
    this.#target = target
    this.#server = createServer((req, res) => {
      const id = String(req.headers['webhook-id'])
      req.resume()
      req.once('end', () => {
        this.arrived.set(id, (this.arrived.get(id) ?? 0) + 1)
        res.end()
      })
      req.on('error', () => {})
    })
  }

  async trigger(over: AbortSignal): Promise<void> {
    const path = `/_sandbox/events?account=${this.#target.accountId}`
    while (!over.aborted) {
      const answer = await send(this.#target, 'POST', path, { type: 'ranking.changed' })
      if (answer !== undefined && answer.status < 300) {
        const { event } = answer.body.data as { event: { id: string } }
        this.triggered.add(event.id)
      }
      await pause(BETWEEN_MS)
    }
  }

  /** Waits for the webhooks of all acknowledged events; resolves with the events whose webhook did not come. */
  async missing(): Promise<string[]> {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const missing = [...this.triggered].filter((id) => !this.arrived.has(id))
      if (missing.length === 0 || performance.now() > end) return missing
      await pause(100)
    }
  }

  get repeated(): number {
    return [...this.arrived.values()].filter((count) => count > 1).length
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
