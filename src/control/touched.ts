import type { Account } from '../accounts/account.ts'
import type { RoutedOperation } from '../document/operation.ts'
import type { Changes } from './changes.ts'
import type { ControlRequest } from './operation.ts'

type FindAccount = ControlRequest<'getClock'>['account']

/** What one control request is about: noted while it is carried out, told when it has succeeded. */
export class Touched {
  readonly #accounts = new Set<string>()

  /** `find`, noting which account it found. */
  noting(find: FindAccount): FindAccount {
    return async (named): Promise<Readonly<Account>> => {
      const account = await find(named)
      this.#accounts.add(account.id)
      return account
    }
  }

  tell(changes: Changes, { id, method }: Pick<RoutedOperation, 'id' | 'method'>): void {
    if (method === 'GET') return
    for (const account of this.#accounts) changes.tell(account)
    if (this.#accounts.size > 0) return
    if (id === 'resetSandbox') changes.tellAll()
    else changes.tellOperators()
  }
}
