export type { components, operations, paths } from '../spec/generated/api.ts'
export { ConfigError, type SandboxOptions } from './config.ts'
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
export { createSandbox, type Sandbox } from './sandbox.ts'
export { FixtureError } from './store/fixture-error.ts'
export { StoreError } from './store/store-error.ts'
