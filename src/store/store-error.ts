/**
 * The store cannot do what it was asked to. The message names the file or folder, says what is
 * wrong and gives the way out; the error of the system, where there is one, is its `cause`.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** What a failed call of the file system says, without the path: the message names it already. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)

  const [reason = error.message] = error.message.split(', ')
  return reason
}
