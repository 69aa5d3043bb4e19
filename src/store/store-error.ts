/**
 * A failure of the store. The message names the file or folder, the problem and the solution; an error of
 * the system is its `cause`.
 */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
}

/** There is no account with this id, or it was removed. */
export class UnknownAccountError extends Error {
  override readonly name = 'UnknownAccountError'

  constructor(accountId: string) {
    super(`There is no account ${accountId}.`)
  }
}
