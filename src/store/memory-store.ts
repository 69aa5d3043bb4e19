import { AccountStore } from './account-store.ts'
import type { Store } from './store.ts'

/** A store that forgets everything when the process ends (`--ephemeral`). */
export function openMemoryStore(): Store {
  return new AccountStore({
    save: async () => {},
    remove: async () => {},
    fill: (write) => write(),
    close: async () => {},
  })
}
