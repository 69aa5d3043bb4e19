import type { components } from '../../spec/generated/sandbox.ts'
import type { Services } from '../services.ts'
import type { ControlCaller } from './in-process.ts'
import type { QueryOf } from './operation.ts'

export type FaultInput = components['schemas']['FaultInput']
export type Fault = components['schemas']['Fault']
export type LoggedRequest = components['schemas']['LoggedRequest']
export type RequestFilters = QueryOf<'listRequests'>

/** Whose rules are meant; the account of `svc_test_demo`, or the only one, unless it is named. */
export interface OfAccount {
  account?: string
}

/** Lets requests fail; `POST /_sandbox/faults` describes the rules. Rejects with an error that says what is wrong. */
export interface FaultRules {
  add(fault: FaultInput, of?: OfAccount): Promise<Fault>
  /** In the order in which they are tried. */
  list(of?: OfAccount): Promise<Fault[]>
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
  clear(of?: OfAccount): Promise<void>
}

/** What `createSandbox` gives of the control plane, which is loaded when first used. */
export function steering(services: Services): { faults: FaultRules; requests: Requests } {
  let loaded: Promise<ControlCaller> | undefined
  const control: ControlCaller = async (...call) => {
    loaded ??= import('./in-process.ts').then(({ controlInProcess }) => controlInProcess(services))
    return (await loaded)(...call)
  }
  return {
    faults: {
      add: (body, query = {}) => control('createFault', { body, query }),
      list: (query = {}) => control('listFaults', { query }),
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
      async clear(query = {}) {
        await control('deleteRequests', { query })
      },
    },
  }
}
