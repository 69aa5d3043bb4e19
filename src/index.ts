import { requireKnownOptions } from './config/members.ts'
import { blamed, optionOf } from './config/sources.ts'
import type { SandboxOptions } from './config.ts'
import type { ProxyOptions } from './proxy/options.ts'
import { type Listener, type Sandbox, createSandbox as start } from './sandbox.ts'

export type { components, OperationId, operations, paths } from '../spec/generated/api.ts'
export { defineConfig, type SandboxConfig, type Target } from './config/config-file.ts'
export { ConfigError } from './config.ts'
export type { Fetch } from './connection/fetch.ts'
export type { Handler } from './connection/handler.ts'
export type {
  Accounts,
  ControlApi,
  Deliveries,
  Fault,
  FaultChanges,
  FaultInput,
  FaultRules,
  Keys,
  LoggedRequest,
  OfAccount,
  OwnReceiver,
  ProxyUpstream,
  ReceivedRequest,
  RequestFilters,
  Requests,
  SandboxClock,
  SandboxEvent,
  SavedStates,
  SentWebhooks,
  Stop,
  Triggered,
  TriggerOptions,
  Violations,
} from './control-client/sandbox-methods.ts'
export type { Duration } from './control-client/time-text.ts'
export { ApiError } from './errors.ts'
export { FixtureError } from './fixtures/fixture-error.ts'
export { DocumentError } from './openapi/document-error.ts'
export { StoreError } from './store/store-error.ts'
export type { Listener, ProxyOptions, Sandbox, SandboxOptions }

/** Starts a sandbox. Throws ConfigError, DocumentError, FixtureError or StoreError, with a message for users. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  requireKnownOptions(options)
  return start(options).catch((error) => {
    throw blamed(error, optionOf)
  })
}

/**
 * Starts a sandbox in front of another server, which watches, records, replays or replaces its responses. The `url` of the
 * sandbox is the base URL for clients of the other server. Throws the same errors as `createSandbox`.
 */
export async function createProxy(options: ProxyOptions): Promise<Sandbox> {
  // Loaded only when it is needed, because most users start no proxy.
  const { openProxy, requireKnownProxyOptions } = await import('./proxy.ts')
  requireKnownProxyOptions(options)
  const { proxy } = await openProxy(options).catch((error) => {
    throw blamed(error, (flag) => (flag === 'base-url' ? 'upstream' : optionOf(flag)))
  })
  return proxy
}
