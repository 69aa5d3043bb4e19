import { createClock } from '../time/clock.ts'

/** Shared by the commands that run a server. */

/** The port of `svc-sandbox proxy` by default. */
export const PROXY_PORT = 4020

/** How long Node may take to exit by itself, in milliseconds. */
const ENDING_MS = 500

/** Calls `stop` at the first signal to end. A second one ends the process at once, as by default. */
export function onceStopped(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await stop(signal)
      // Do not wait for leftovers, such as a trace exporter that is still retrying.
      void createClock()
        .pause(ENDING_MS)
        .then(() => process.exit())
    })
  }
  // The terminal was closed. With nohup, too: that a signal was ignored is lost when Node starts, which gives each its
  // default action, and that would be to end at once.
  process.once('SIGHUP', async () => {
    await stop('SIGHUP')
    // Node aborts in its own exit when it can't give back a terminal that is gone.
    process.kill(process.pid, 'SIGHUP')
  })
}

/** The listening address as a caller on this machine can write it. */
export function visibleHost(host = '127.0.0.1'): string {
  const isThisMachine = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)
  if (isThisMachine) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
