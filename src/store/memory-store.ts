import { AccountStore } from './account-store.ts'
import type { Store } from './store.ts'
import type { TouchedAccounts } from './touched-accounts.ts'

/** A store that forgets everything when the process ends (`--ephemeral`). */
export function openMemoryStore(touched?: TouchedAccounts): Store {
  const storage = {
    save: async () => {},
    remove: async () => {},
    fill: (write: () => Promise<void>) => write(),
    close: async () => {},
  }
  return new AccountStore(storage, [], touched)
}
