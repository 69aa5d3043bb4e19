import type { components } from '../../spec/generated/sandbox.ts'
import type { BodyOf, DataOf, QueryOf } from './operations.ts'
import type { Duration } from './time-text.ts'

type Schemas = components['schemas']
export type FaultInput = Schemas['FaultInput']
/** null removes a name, a condition or a limit. */
export type FaultChanges = Schemas['FaultChanges']
export type Fault = Schemas['Fault']
export type LoggedRequest = Schemas['LoggedRequest']
export type SandboxEvent = Schemas['Event']
export type ReceivedRequest = Schemas['ReceivedRequest']
export type RequestFilters = QueryOf<'listRequests'>
export type MovedClock = Extract<DataOf<'moveClock'>, { summary: object }>
export type ClockState = DataOf<'getClock'>
export type Triggered = DataOf<'triggerEvent'>

/** Stops listening. Can be called twice. */
export type Stop = () => void

/** The account to use; the default is the account of `svc_test_demo`, or the only account. */
export interface OfAccount {
  account?: string
}

/** Makes requests fail. `POST /_sandbox/faults` describes the rules. Rejects invalid rules with an error that says why. */
export interface FaultRules {
  /**
   * Adds a rule, which makes valid requests fail if they meet all of its conditions: `operation`, `method`, `path`, `key`
   * and `share`. Its effect is an `error` or `status`, a `delay`, a broken `connection`, a damaged `body`, or
   * `missing_headers`. It acts until it is removed, or as `count`, `expires_in` or `expires_at` say. Rules are tried in
   * order of creation.
   *
   * @example
   * await sandbox.faults.add({ operation: 'listCampaigns', error: 'server_error', count: 2 })
   */
  add(fault: FaultInput, of?: OfAccount): Promise<Fault>
  /** In the order in which they are tried. */
  list(of?: OfAccount): Promise<Fault[]>
  get(id: string, of?: OfAccount): Promise<Fault>
  /** Omitted members keep their value; null removes a name, a condition or a limit. */
  update(id: string, change: FaultChanges, of?: OfAccount): Promise<Fault>
  remove(id: string, of?: OfAccount): Promise<void>
  /** Removes all rules of the account. */
  clear(of?: OfAccount): Promise<void>
}

/** Logged requests to the service and their responses, of all accounts unless you name one. */
export interface Requests {
  /** Newest first, 50 unless you set `limit`. */
  list(filters?: RequestFilters): Promise<LoggedRequest[]>
  /** Resolves with the oldest matching request, at once or when it arrives. Rejects after `timeout` (5s). */
  waitFor(filters?: QueryOf<'waitForRequest'>): Promise<LoggedRequest>
  /** Gets a request by its id, such as `req_12`. */
  get(id: string, of?: OfAccount): Promise<LoggedRequest>
  /** Calls `listener` with each matching request, after its response. Resolves with a function that stops listening. */
  listen(
    listener: (request: LoggedRequest) => void,
    filters?: QueryOf<'streamRequests'>,
  ): Promise<Stop>
  clear(of?: OfAccount): Promise<void>
}

/** The clock of an account. All methods except `now` resolve when runs and deliveries are done. */
export interface SandboxClock {
  now(options?: OfAccount): Promise<Date>
  /**
   * Advances the clock by at most 400 days. Campaigns run and events are delivered and retried, each when it is due.
   * Takes a duration, a string such as `3d` or `1d12h`, or `next_run`.
   */
  advance(by: Duration | string, options?: OfAccount): Promise<MovedClock>
  /** Cancels an advance, which then rejects. The clock stays where it is. */
  cancelAdvance(options?: OfAccount): Promise<ClockState>
  /** Sets the time, without running what is due in between. */
  set(time: Date | number | string, options?: OfAccount): Promise<MovedClock>
  freeze(options?: OfAccount): Promise<MovedClock>
  unfreeze(options?: OfAccount): Promise<MovedClock>
}

/** The subject and the target of a triggered event. */
export interface TriggerOptions extends OfAccount {
  /** Id of the campaign. Default: the newest one. */
  campaign?: string
  /** Replaces parts of the data of the event. */
  data?: Record<string, unknown>
  /** Sends the event to this address only, instead of to webhooks. */
  to?: string
  /** Signs the request to `to`. */
  secret?: string
  /** Number of events. Default: 1. */
  count?: number
  /** `false` allows data that does not match the document. */
  validate?: boolean
}

/** The keys of an account. */
export interface Keys {
  /** In order of creation, without deleted keys unless `includeDeleted` is true. */
  list(options?: OfAccount & { includeDeleted?: boolean }): Promise<DataOf<'listKeys'>>
  /** Resolves with the key and its `token`, which is shown only once. */
  create(key: BodyOf<'createKey'>, of?: OfAccount): Promise<DataOf<'createKey'>>
  get(id: string, of?: OfAccount): Promise<DataOf<'getKey'>>
  /** Takes effect at once. */
  delete(id: string, of?: OfAccount): Promise<DataOf<'deleteKey'>>
  /** Requests by day, newest first. */
  usage(id: string, of?: OfAccount): Promise<DataOf<'getKeyUsage'>>
}

/** The accounts of the sandbox. */
export interface Accounts {
  list(page?: QueryOf<'listAccounts'>): Promise<DataOf<'listAccounts'>>
  get(id: string): Promise<DataOf<'getAccount'>>
  /** Resolves with the account and a full-access `key`, whose token is shown only once. */
  create(account?: BodyOf<'createAccount'>): Promise<DataOf<'createAccount'>>
  delete(id: string): Promise<void>
}

/** Past events of an account. */
export interface Events {
  /** Newest first, 50 unless you set `limit`. */
  list(filters?: QueryOf<'listEvents'>): Promise<DataOf<'listEvents'>>
}

/** Deliveries of events to the webhooks of an account. */
export interface Deliveries {
  /** Newest first, 50 unless you set `limit`. */
  list(filters?: QueryOf<'listDeliveries'>): Promise<DataOf<'listDeliveries'>>
  /** With all attempts. */
  get(id: string, of?: OfAccount): Promise<DataOf<'getDelivery'>>
  /** Sends it again now. Resolves with the delivery and its new attempt. */
  resend(id: string, of?: OfAccount): Promise<DataOf<'resendDelivery'>>
  /** Sends all matching deliveries again, oldest first. Takes at least one filter. */
  resendAll(filters: QueryOf<'resendDeliveries'>): Promise<DataOf<'resendDeliveries'>>
}

/** Settings that the sandbox adds to the webhooks of an account: headers, a rate limit, and statistics. */
export interface SentWebhooks {
  /** The newest first. */
  list(of?: OfAccount): Promise<DataOf<'listSentWebhooks'>>
  get(id: string, of?: OfAccount): Promise<DataOf<'getSentWebhook'>>
  /** Omitted members keep their value; null removes a member. */
  update(
    id: string,
    change: BodyOf<'updateSentWebhook'>,
    of?: OfAccount,
  ): Promise<DataOf<'updateSentWebhook'>>
  /** Sends past events that the webhook missed. */
  replay(
    id: string,
    which?: BodyOf<'replayWebhook'>,
    of?: OfAccount,
  ): Promise<DataOf<'replayWebhook'>>
}

/** The built-in receiver of an account, for trying webhooks. */
export interface OwnReceiver {
  /** Gets its `url` for a webhook, its response, and the received requests, newest first. */
  get(of?: OfAccount): Promise<DataOf<'getReceiver'>>
  /** Sets the response to all requests, or a `sequence` of responses, of which the last one is repeated. */
  set(answer: BodyOf<'updateReceiver'>, of?: OfAccount): Promise<DataOf<'updateReceiver'>>
  /** Calls `listener` with each request when it arrives. Resolves with a function that stops listening. */
  listen(listener: (request: ReceivedRequest) => void, of?: OfAccount): Promise<Stop>
  /** Clears the received requests and restores the default response. */
  clear(of?: OfAccount): Promise<void>
}

/** Snapshots of everything that an account owns. */
export interface SavedStates {
  list(of?: OfAccount): Promise<DataOf<'listSnapshots'>>
  /** Replaces a snapshot of that name. */
  save(name: string, of?: OfAccount): Promise<DataOf<'saveSnapshot'>>
  /** Restores the saved state and refreshes all quotas. */
  restore(name: string, of?: OfAccount): Promise<DataOf<'restoreSnapshot'>>
  delete(name: string, of?: OfAccount): Promise<void>
  /** A saved state without secrets, for `state.load` of another sandbox. */
  get(name: string, of?: OfAccount): Promise<DataOf<'exportSnapshot'>>
}

/** The present state of an account without secrets, which reproduces its figures elsewhere. */
interface PortableState {
  get(of?: OfAccount): Promise<DataOf<'exportState'>>
  /** Replaces the data of an account, which keeps its keys and users. */
  load(state: BodyOf<'importState'>, of?: OfAccount): Promise<DataOf<'importState'>>
}

/** The last changes of an account, and the states that the sandbox saved automatically. */
interface AccountTimeline {
  get(query?: QueryOf<'getTimeline'>): Promise<DataOf<'getTimeline'>>
  /** A past state, and its differences from now. */
  moment(id: string, of?: OfAccount): Promise<DataOf<'getMoment'>>
  /** That state without secrets, for `state.load` of another sandbox. */
  state(id: string, of?: OfAccount): Promise<DataOf<'exportMoment'>>
  restore(id: string, of?: OfAccount): Promise<DataOf<'restoreMoment'>>
  /** Restores the state before a change. Default: the last change whose state before was saved. */
  undo(change?: string, of?: OfAccount): Promise<DataOf<'undoChange'>>
}

/** The upstream of a proxy. Rejects if the sandbox is not a proxy. */
export interface ProxyUpstream {
  /** Gets its mode, and the number of responses by source. */
  get(): Promise<DataOf<'getProxy'>>
  /** Changes the mode, or who answers. Omitted members keep their value. */
  update(change: BodyOf<'updateProxy'>): Promise<DataOf<'updateProxy'>>
}

/** Violations in the traffic of a proxy. */
export interface Violations {
  /** Last seen first, 100 unless you set `limit`. */
  list(filters?: QueryOf<'listViolations'>): Promise<DataOf<'listViolations'>>
  clear(): Promise<void>
}

/** The control API of a running sandbox as methods, with the rights of its operator. */
export interface ControlApi {
  clock: SandboxClock
  /** Triggers an event now, or several in order. */
  trigger(
    type: Schemas['EventKind'] | Schemas['EventKind'][],
    options?: TriggerOptions,
  ): Promise<Triggered>
  /**
   * Calls `listener` with each event of an account; `clock.advance` resolves after it was called with those of the advance.
   * Resolves with a function that stops listening.
   */
  listen(listener: (event: SandboxEvent) => void, of?: OfAccount): Promise<Stop>
  events: Events
  deliveries: Deliveries
  webhooks: SentWebhooks
  receiver: OwnReceiver
  faults: FaultRules
  requests: Requests
  keys: Keys
  accounts: Accounts
  snapshots: SavedStates
  state: PortableState
  timeline: AccountTimeline
  upstream: ProxyUpstream
  violations: Violations
  /**
   * Resets all accounts, or only `account`, to the fixture of the sandbox. `fixture` is the name of another one: a packaged
   * fixture, or a file next to that of the sandbox.
   */
  reset(options?: OfAccount & { fixture?: string }): Promise<void>
}
