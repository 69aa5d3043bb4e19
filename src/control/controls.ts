import type { Services } from '../services.ts'
import type { ControlCall } from './in-process.ts'
import type { ControlInput, DataOf } from './operation.ts'

/** Whose it is, where that is not the account of svc_test_demo or the only one. */
export interface OfAccount {
  /** Id of the account. */
  account?: string
}

type Body<Id extends 'createKey' | 'createAccount'> = NonNullable<ControlInput<Id>['body']>

/** What `createSandbox` gives to steer the sandbox with; every call rejects with an error that says why not. */
export interface SandboxControls {
  keys: {
    /** In order of creation; deleted ones with `includeDeleted`. */
    list(options?: OfAccount & { includeDeleted?: boolean }): Promise<DataOf<'listKeys'>>
    /** The key with its `token`, which is shown this once. */
    create(input: Body<'createKey'> & OfAccount): Promise<DataOf<'createKey'>>
    get(id: string, options?: OfAccount): Promise<DataOf<'getKey'>>
    /** Takes effect at once. */
    delete(id: string, options?: OfAccount): Promise<DataOf<'deleteKey'>>
    /** Requests by day, newest first. */
    usage(id: string, options?: OfAccount): Promise<DataOf<'getKeyUsage'>>
  }
  accounts: {
    list(): Promise<DataOf<'listAccounts'>>
    /** The account with a full-access `key`, whose token is shown this once. */
    create(input?: Body<'createAccount'>): Promise<DataOf<'createAccount'>>
    delete(id: string): Promise<DataOf<'deleteAccount'>>
  }
  snapshots: {
    list(options?: OfAccount): Promise<DataOf<'listSnapshots'>>
    /** Saves all that the account owns, in place of what was saved under that name. */
    save(name: string, options?: OfAccount): Promise<DataOf<'saveSnapshot'>>
    /** Returns to it; the quotas of the account's keys are fresh. */
    restore(name: string, options?: OfAccount): Promise<DataOf<'restoreSnapshot'>>
    delete(name: string, options?: OfAccount): Promise<DataOf<'deleteSnapshot'>>
  }
  /**
   * Makes every account, or only `account`, what a fixture has it to be: the one that the sandbox was started
   * with, or one of the package or beside it by its name.
   */
  reset(options?: OfAccount & { fixture?: string }): Promise<void>
}

/** Loads what it needs with the first call. `serverUrl` is the root of the server. */
export function sandboxControls(services: Services, serverUrl: string): SandboxControls {
  let loading: Promise<ControlCall> | undefined
  const call: ControlCall = async (id, input) => {
    loading ??= import('./in-process.ts').then(({ inProcessControl }) =>
      inProcessControl(services, serverUrl),
    )
    return (await loading)(id, input)
  }
  return {
    keys: {
      list: ({ includeDeleted = false, ...query } = {}) =>
        call('listKeys', { query: { ...query, include_deleted: includeDeleted } }),
      create: ({ account, ...body }) => {
        const query = account === undefined ? {} : { account }
        return call('createKey', { query, body })
      },
      get: (key_id, query) => call('getKey', { params: { key_id }, query }),
      delete: (key_id, query) => call('deleteKey', { params: { key_id }, query }),
      usage: (key_id, query) => call('getKeyUsage', { params: { key_id }, query }),
    },
    accounts: {
      list: () => call('listAccounts', { query: { limit: 1000 } }),
      create: (body = {}) => call('createAccount', { body }),
      delete: (account_id) => call('deleteAccount', { params: { account_id } }),
    },
    snapshots: {
      list: (query) => call('listSnapshots', { query }),
      save: (name, query) => call('saveSnapshot', { query, body: { name } }),
      restore: (name, query) => call('restoreSnapshot', { params: { name }, query }),
      delete: (name, query) => call('deleteSnapshot', { params: { name }, query }),
    },
    async reset(body = {}) {
      await call('resetSandbox', { body })
    },
  }
}
