import type { AccountStorage } from './account-storage.ts'
import { AccountStore, type AccountStoreOptions } from './account-store.ts'

/** A storage that keeps nothing: all is in the store. */
const MEMORY: AccountStorage = {
  add: async () => {},
  append: () => {},
  remove: async () => {},
  fill: (write) => write(),
  close: async () => {},
}

/** A store that forgets everything when the process ends (`--ephemeral`). */
export function openMemoryStore(options?: AccountStoreOptions): AccountStore {
  return new AccountStore(MEMORY, options)
}
