import type { components } from '../../spec/generated/sandbox.ts'
import type { EventKind } from '../accounts/alert.ts'
import type { Services } from '../services.ts'
import type { ControlCaller } from './in-process.ts'
import { listenToEvents, listenToRequests, type SandboxEvent, type Stop } from './listening.ts'
import type { BodyOf, DataOf, QueryOf } from './operation.ts'
import { type Duration, durationText, timeText } from './time-text.ts'

export type FaultInput = components['schemas']['FaultInput']
export type Fault = components['schemas']['Fault']
export type LoggedRequest = components['schemas']['LoggedRequest']
export type RequestFilters = QueryOf<'listRequests'>

/** Whose they are; the account of `svc_test_demo`, or the only one, unless it is named. */
export interface OfAccount {
  account?: string
}

/** Lets requests fail; `POST /_sandbox/faults` describes the rules. Rejects with an error that says what is wrong. */
export interface FaultRules {
  add(fault: FaultInput, of?: OfAccount): Promise<Fault>
  /** In the order in which they are tried. */
  list(of?: OfAccount): Promise<Fault[]>
  get(id: string, of?: OfAccount): Promise<Fault>
  update(id: string, change: FaultInput, of?: OfAccount): Promise<Fault>
  remove(id: string, of?: OfAccount): Promise<void>
  clear(of?: OfAccount): Promise<void>
}

/** What was asked of the service, of all accounts unless one is named. */
export interface Requests {
  /** The newest first; 50 unless `limit` says otherwise. */
  list(filters?: RequestFilters): Promise<LoggedRequest[]>
  /** The oldest one that fits, at once or when it comes; rejects after `timeout` (5s). */
  waitFor(filters?: QueryOf<'waitForRequest'>): Promise<LoggedRequest>
  /** One by its id, such as `req_12`. */
  get(id: string, of?: OfAccount): Promise<LoggedRequest>
  /** Calls `listener` with each one that fits, as it is answered. Resolves when it listens, with what ends that. */
  listen(
    listener: (request: LoggedRequest) => void,
    filters?: QueryOf<'streamRequests'>,
  ): Promise<Stop>
  clear(of?: OfAccount): Promise<void>
}

/** The clock of an account. Everything but `now` resolves when the consequences are done. */
export interface SandboxClock {
  /** What it shows. */
  now(options?: OfAccount): Promise<Date>
  /**
   * Lets time pass, at most 400 days: campaigns run, events are delivered and retried, each at its own time.
   * Takes a duration, a text such as `3d` or `1d12h`, or `next_run`.
   */
  advance(by: Duration | string, options?: OfAccount): Promise<MovedClock>
  /** Shows another time from now on, without anything happening in between. */
  set(time: Date | number | string, options?: OfAccount): Promise<MovedClock>
  freeze(options?: OfAccount): Promise<MovedClock>
  unfreeze(options?: OfAccount): Promise<MovedClock>
}

export type MovedClock = DataOf<'moveClock'>

/** What else an event that is triggered has, and where it goes. */
export interface TriggerOptions extends OfAccount {
  /** Id of the campaign; the newest when absent. */
  campaign?: string
  /** Laid over the event's data. */
  data?: Record<string, unknown>
  /** Sends it to this address only, instead of to webhooks. */
  to?: string
  /** Signs what is sent with `to`. */
  secret?: string
}

export type Triggered = DataOf<'triggerEvent'>

/** The keys of an account. */
export interface Keys {
  /** In order of creation; deleted ones with `includeDeleted`. */
  list(options?: OfAccount & { includeDeleted?: boolean }): Promise<DataOf<'listKeys'>>
  /** The key with its `token`, which is shown this once. */
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
  /** The account with a full-access `key`, whose token is shown this once. */
  create(account?: BodyOf<'createAccount'>): Promise<DataOf<'createAccount'>>
  delete(id: string): Promise<void>
}

/** Events on their way to the webhooks of an account. */
export interface Deliveries {
  /** The newest first; 50 unless `limit` says otherwise. */
  list(filters?: QueryOf<'listDeliveries'>): Promise<DataOf<'listDeliveries'>>
  /** With all of its attempts. */
  get(id: string, of?: OfAccount): Promise<DataOf<'getDelivery'>>
  /** Sends it once more, now; resolves with the attempt among its attempts. */
  resend(id: string, of?: OfAccount): Promise<DataOf<'resendDelivery'>>
}

/** The receiver of an account, to try webhooks with. */
export interface OwnReceiver {
  /** Its `url`, for a webhook, how it answers, and what it received, the newest first. */
  get(of?: OfAccount): Promise<DataOf<'getReceiver'>>
  /** How it answers from now on; what is left out stays as it is. */
  set(answer: BodyOf<'updateReceiver'>, of?: OfAccount): Promise<DataOf<'updateReceiver'>>
  /** Forgets what it received, and answers as at first. */
  clear(of?: OfAccount): Promise<void>
}

/** All that an account owns, saved under names. */
export interface SavedStates {
  list(of?: OfAccount): Promise<DataOf<'listSnapshots'>>
  /** In place of what was saved under that name before. */
  save(name: string, of?: OfAccount): Promise<DataOf<'saveSnapshot'>>
  /** Makes the account what it was; the quotas of its keys are fresh. */
  restore(name: string, of?: OfAccount): Promise<DataOf<'restoreSnapshot'>>
  delete(name: string, of?: OfAccount): Promise<void>
}

/** What can be done to a running sandbox from code, as its operator does it through the control plane. */
export interface Steering {
  /** The time of an account. */
  clock: SandboxClock
  /** Lets an event happen now. */
  trigger(type: EventKind, options?: TriggerOptions): Promise<Triggered>
  /** Calls `listener` with each event of an account. Resolves when it listens, with what ends that. */
  listen(listener: (event: SandboxEvent) => void, of?: OfAccount): Promise<Stop>
  deliveries: Deliveries
  receiver: OwnReceiver
  /** Rules by which requests fail. */
  faults: FaultRules
  /** What was asked of it. */
  requests: Requests
  keys: Keys
  accounts: Accounts
  snapshots: SavedStates
  /**
   * Makes every account, or only `account`, what a fixture has it to be: the one that the sandbox was started
   * with, or another of the package or beside it by its name.
   */
  reset(options?: OfAccount & { fixture?: string }): Promise<void>
}

/**
 * The control plane for whoever runs the sandbox in this process; loaded when first used. `serverUrl` is the root of
 * the server.
 */
export function steering(services: Services, serverUrl: string): Steering {
  let loading: Promise<ControlCaller> | undefined
  const loaded = () => {
    loading ??= import('./in-process.ts').then(({ controlInProcess }) =>
      controlInProcess(services, serverUrl),
    )
    return loading
  }
  const control: ControlCaller['call'] = async (...call) => (await loaded()).call(...call)
  const move = (body: BodyOf<'moveClock'>, query: OfAccount = {}) =>
    control('moveClock', { body, query })
  return {
    clock: {
      now: async (query = {}) => new Date((await control('getClock', { query })).now),
      advance: (by, of) => move({ advance: typeof by === 'string' ? by : durationText(by) }, of),
      set: async (time, of) => move({ now: timeText(time) }, of),
      freeze: (of) => move({ frozen: true }, of),
      unfreeze: (of) => move({ frozen: false }, of),
    },
    trigger: (type, { campaign, account, ...rest } = {}) => {
      const body = { type, ...rest, ...(campaign === undefined ? {} : { campaign_id: campaign }) }
      return control('triggerEvent', { body, query: account === undefined ? {} : { account } })
    },
    listen: async (listener, of = {}) => listenToEvents(await loaded(), listener, of),
    deliveries: {
      list: (query = {}) => control('listDeliveries', { query }),
      get: (id, query = {}) => control('getDelivery', { params: { id }, query }),
      resend: (id, query = {}) => control('resendDelivery', { params: { id }, query }),
    },
    receiver: {
      get: (query = {}) => control('getReceiver', { query }),
      set: (body, query = {}) => control('updateReceiver', { body, query }),
      async clear(query = {}) {
        await control('clearReceiver', { query })
      },
    },
    faults: {
      add: (body, query = {}) => control('createFault', { body, query }),
      list: (query = {}) => control('listFaults', { query }),
      get: (id, query = {}) => control('getFault', { params: { id }, query }),
      update: (id, body, query = {}) => control('updateFault', { params: { id }, body, query }),
      async remove(id, query = {}) {
        await control('deleteFault', { params: { id }, query })
      },
      async clear(query = {}) {
        await control('deleteFaults', { query })
      },
    },
    requests: {
      list: (query = {}) => control('listRequests', { query }),
      waitFor: (query = {}) => control('waitForRequest', { query }),
      get: (id, query = {}) => control('getRequest', { params: { id }, query }),
      listen: async (listener, filters = {}) => listenToRequests(await loaded(), listener, filters),
      async clear(query = {}) {
        await control('deleteRequests', { query })
      },
    },
    keys: {
      list: ({ includeDeleted, ...query } = {}) =>
        control('listKeys', { query: { ...query, include_deleted: includeDeleted ?? false } }),
      create: (body, query = {}) => control('createKey', { body, query }),
      get: (key_id, query = {}) => control('getKey', { params: { key_id }, query }),
      delete: (key_id, query = {}) => control('deleteKey', { params: { key_id }, query }),
      usage: (key_id, query = {}) => control('getKeyUsage', { params: { key_id }, query }),
    },
    accounts: {
      list: (query = {}) => control('listAccounts', { query }),
      get: (account_id) => control('getAccount', { params: { account_id } }),
      create: (body = {}) => control('createAccount', { body }),
      async delete(account_id) {
        await control('deleteAccount', { params: { account_id } })
      },
    },
    snapshots: {
      list: (query = {}) => control('listSnapshots', { query }),
      save: (name, query = {}) => control('saveSnapshot', { body: { name }, query }),
      restore: (name, query = {}) => control('restoreSnapshot', { params: { name }, query }),
      async delete(name, query = {}) {
        await control('deleteSnapshot', { params: { name }, query })
      },
    },
    async reset({ fixture, ...query } = {}) {
      await control('resetSandbox', { body: fixture === undefined ? {} : { fixture }, query })
    },
  }
}
