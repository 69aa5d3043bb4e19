import type { Config } from './config.ts'
import { AccountStateRegistry } from './runtime/account-state.ts'
import type { Backing, BackingParts } from './runtime/backing.ts'
import type { JsonObject } from './schema/json.ts'
import type { Shared } from './simulation/simulation.ts'
import type { Clock } from './time/clock.ts'
import type { Dispatcher } from './webhooks/dispatcher.ts'

export interface Opened {
  backing: Backing
  /** Present if replicas share the state. */
  shared: Shared | undefined
  /** The settings of all replicas, if they share the state. */
  config: Config
  clock: Clock
  /** Whether stored accounts may not fit the document. */
  isDocumentNew: boolean
  /** Called if they do not. */
  forgetDocument?(): Promise<void>
}

/** Opens the state of the sandbox: its own, or the one that replicas share. Rejects with a StoreError. */
export async function openBacking(parts: BackingParts, document: JsonObject): Promise<Opened> {
  const { config, clock } = parts
  if (config.database !== undefined) {
    const { openSharedBacking } = await import('./postgres/shared-backing.ts')
    return openSharedBacking(parts, document)
  }
  const { openLocalBacking } = await import('./runtime/local-backing.ts')
  const backing = await openLocalBacking(parts)
  return { config, clock, backing, shared: undefined, isDocumentNew: true }
}

/** All state that concerns an account. */
export function registryOf(
  { store, quotas, usage, requests, receivers, snapshots, moments }: Backing,
  deliveries: Dispatcher,
): AccountStateRegistry {
  const states = { quotas, usage, requests, receivers, snapshots, moments, deliveries }
  return new AccountStateRegistry(store, states)
}
