import { AbortController } from '../node-globals.ts'
import { EventListeners, follow } from './event-listeners.ts'
import type { ControlClient } from './operations.ts'
import type { ControlApi, MovedClock, OfAccount } from './sandbox-methods.ts'
import { durationText, timeText } from './time-text.ts'

/** The methods of a sandbox. Each one calls an operation of the control API. */
export function controlApi(client: ControlClient): ControlApi {
  const { call: control, stream } = client
  const listeners = new EventListeners(client)
  const move = (
    body: { advance: string } | { now: string } | { frozen: boolean },
    query?: OfAccount,
    // Without a connection that could break, and in turn with other moves.
  ) => control('POST', '/clock', { body: { ...body, wait: true }, query }) as Promise<MovedClock>
  const listenTo = async <Request>(
    path: '/requests/stream' | '/receiver/stream',
    listener: (request: Request) => void,
    query: object | undefined,
  ) => {
    const stop = new AbortController()
    const messages = await stream(path, { query: { ...query }, signal: stop.signal })
    return follow(messages[Symbol.asyncIterator](), stop, ({ event, data }) => {
      if (event === 'request') listener(data as Request)
    })
  }
  return {
    clock: {
      now: async (query) => new Date((await control('GET', '/clock', { query })).now),
      advance: (by, of) =>
        listeners.advance(() =>
          move({ advance: typeof by === 'string' ? by : durationText(by) }, of),
        ),
      cancelAdvance: (query) => control('DELETE', '/clock/advance', { query }),
      set: (time, of) => move({ now: timeText(time) }, of),
      freeze: (of) => move({ frozen: true }, of),
      unfreeze: (of) => move({ frozen: false }, of),
    },
    trigger: (types, { campaign: campaign_id, account, data, ...rest } = {}) => {
      const sequence = [types].flat().map((type) => ({ type, campaign_id, data }))
      const [only, ...others] = sequence
      const what = only && others.length === 0 ? only : { sequence }
      return control('POST', '/events', { body: { ...what, ...rest }, query: { account } })
    },
    listen: (listener, query) => listeners.add(listener, query),
    events: { list: (query) => control('GET', '/events', { query }) },
    deliveries: {
      list: (query) => control('GET', '/deliveries', { query }),
      get: (id, query) => control('GET', '/deliveries/{id}', { params: { id }, query }),
      resend: (id, query) => control('POST', '/deliveries/{id}/resend', { params: { id }, query }),
      resendAll: (query) => control('POST', '/deliveries/resend', { query }),
    },
    webhooks: {
      list: (query) => control('GET', '/webhooks', { query }),
      get: (id, query) => control('GET', '/webhooks/{id}', { params: { id }, query }),
      update: (id, body, query) =>
        control('PUT', '/webhooks/{id}', { params: { id }, body, query }),
      replay: (id, body = {}, query = {}) =>
        control('POST', '/webhooks/{id}/replay', { params: { id }, body, query }),
    },
    receiver: {
      get: (query) => control('GET', '/receiver', { query }),
      set: (body, query) => control('PUT', '/receiver', { body, query }),
      clear: (query) => done(control('DELETE', '/receiver', { query })),
      listen: (listener, query) => listenTo('/receiver/stream', listener, query),
    },
    faults: {
      add: (body, query) => control('POST', '/faults', { body, query }),
      list: (query) => control('GET', '/faults', { query }),
      get: (id, query) => control('GET', '/faults/{id}', { params: { id }, query }),
      update: (id, body, query) => control('PUT', '/faults/{id}', { params: { id }, body, query }),
      remove: (id, query) => done(control('DELETE', '/faults/{id}', { params: { id }, query })),
      clear: (query) => done(control('DELETE', '/faults', { query })),
    },
    requests: {
      list: (query) => control('GET', '/requests', { query }),
      waitFor: (query) => control('GET', '/requests/wait-for', { query }),
      get: (id, query) => control('GET', '/requests/{id}', { params: { id }, query }),
      listen: (listener, query) => listenTo('/requests/stream', listener, query),
      clear: (query) => done(control('DELETE', '/requests', { query })),
    },
    keys: {
      list: ({ includeDeleted: include_deleted = false, ...query } = {}) =>
        control('GET', '/keys', { query: { ...query, include_deleted } }),
      create: (body, query) => control('POST', '/keys', { body, query }),
      get: (key_id, query) => control('GET', '/keys/{key_id}', { params: { key_id }, query }),
      delete: (key_id, query) => control('DELETE', '/keys/{key_id}', { params: { key_id }, query }),
      usage: (key_id, query) =>
        control('GET', '/keys/{key_id}/usage', { params: { key_id }, query }),
    },
    accounts: {
      list: (query) => control('GET', '/accounts', { query }),
      get: (account_id) => control('GET', '/accounts/{account_id}', { params: { account_id } }),
      create: (body = {}) => control('POST', '/accounts', { body }),
      delete: (account_id) =>
        done(control('DELETE', '/accounts/{account_id}', { params: { account_id } })),
    },
    snapshots: {
      list: (query) => control('GET', '/snapshots', { query }),
      save: (name, query) => control('POST', '/snapshots', { body: { name }, query }),
      restore: (name, query) =>
        control('POST', '/snapshots/{name}/restore', { params: { name }, query }),
      delete: (name, query) =>
        done(control('DELETE', '/snapshots/{name}', { params: { name }, query })),
      get: (name, query) => control('GET', '/snapshots/{name}', { params: { name }, query }),
    },
    state: {
      get: (query) => control('GET', '/state', { query }),
      load: (body, query) => control('PUT', '/state', { body, query }),
    },
    timeline: {
      get: (query) => control('GET', '/timeline', { query }),
      moment: (moment, query) =>
        control('GET', '/timeline/{moment}', { params: { moment }, query }),
      state: (moment, query) =>
        control('GET', '/timeline/{moment}/state', { params: { moment }, query }),
      restore: (moment, query) =>
        control('POST', '/timeline/{moment}/restore', { params: { moment }, query }),
      undo: (change, query) => control('POST', '/undo', { body: { change }, query }),
    },
    upstream: {
      get: () => control('GET', '/proxy'),
      update: (body) => control('PATCH', '/proxy', { body }),
    },
    violations: {
      list: (query) => control('GET', '/violations', { query }),
      clear: () => done(control('DELETE', '/violations')),
    },
    reset: ({ fixture, ...query } = {}) =>
      done(control('POST', '/reset', { body: fixture === undefined ? {} : { fixture }, query })),
  }
}

async function done(call: Promise<unknown>): Promise<void> {
  await call
}
