import type { Command } from 'commander'
import { addAccounts, addKeys } from './accounts.ts'
import { addClock } from './clock.ts'
import { rootFor, sandboxAction, serverCommand } from './command.ts'
import { addDeliveries } from './deliveries.ts'
import { addEvents } from './events.ts'
import { addFaults } from './faults.ts'
import { addListen } from './listen.ts'
import { addReceiver } from './receiver.ts'
import { addRequests } from './requests.ts'
import { addSnapshots, addTimeline } from './snapshots.ts'
import { addWebhooks } from './webhooks.ts'

/** Adds the commands for a running sandbox. */
export function addControlCommands(program: Command): void {
  addClock(program)
  addEvents(program)
  addDeliveries(program)
  addListen(program)
  addReceiver(program)
  addWebhooks(program)
  addFaults(program)
  addRequests(program)
  addKeys(program)
  addAccounts(program)
  addSnapshots(program)
  addTimeline(program)
  serverCommand(
    program,
    'mcp',
    'serve the control plane of a running sandbox as tools for coding agents (Model Context Protocol, stdio)',
  ).action(
    sandboxAction(async (client, flags) => {
      const { serveMcp } = await import('../mcp/mcp.ts')
      await serveMcp(client, rootFor(flags))
    }),
  )
}
