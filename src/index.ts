import type { SandboxOptions } from './config.ts'
import { type Listener, type Sandbox, createSandbox as start } from './sandbox.ts'

export type { components, operations, paths } from '../spec/generated/api.ts'
export { ConfigError } from './config.ts'
export type { SandboxEvent, Stop } from './control/listening.ts'
export type {
  Accounts,
  Deliveries,
  Fault,
  FaultInput,
  FaultRules,
  Keys,
  LoggedRequest,
  OfAccount,
  OwnReceiver,
  RequestFilters,
  Requests,
  SandboxClock,
  SavedStates,
  Triggered,
  TriggerOptions,
} from './control/steering.ts'
export type { Duration } from './control/time-text.ts'
export { DocumentError } from './document/document-error.ts'
export { ApiError } from './errors.ts'
export { FixtureError } from './store/fixture-error.ts'
export { StoreError } from './store/store-error.ts'
export type { Listener, Sandbox, SandboxOptions }

/**
 * Starts a sandbox. Throws ConfigError, DocumentError, FixtureError or StoreError when it cannot, each
 * with a message for the person who started it.
 */
export function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return start(options)
}
