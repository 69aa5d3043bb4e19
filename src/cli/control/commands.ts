import type { Command } from 'commander'
import { addMcp } from '../mcp/command.ts'
import { addAccounts } from './accounts.ts'
import { addClock } from './clock.ts'
import { addDeliveries } from './deliveries.ts'
import { addEvents } from './events.ts'
import { addFaults } from './faults.ts'
import { addKeys } from './keys.ts'
import { addListen } from './listen.ts'
import { addReceiver } from './receiver.ts'
import { addRequests } from './requests.ts'
import { addSnapshots } from './snapshots.ts'
import { addTimeline } from './timeline.ts'
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
  addMcp(program)
}
