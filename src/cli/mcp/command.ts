import type { Command } from 'commander'
import { rootFor, sandboxAction, serverCommand } from '../control/command.ts'

/** Adds the command for clients of the Model Context Protocol. */
export function addMcp(program: Command): void {
  serverCommand(
    program,
    'mcp',
    'serve the control plane of a running sandbox as tools for coding agents (Model Context Protocol, stdio)',
  ).action(
    sandboxAction(async (client, flags) => {
      const { serveMcp } = await import('./mcp.ts')
      await serveMcp(client, rootFor(flags))
    }),
  )
}
