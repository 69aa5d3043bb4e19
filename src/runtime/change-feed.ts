/** A listener, which gets the changes that it may see. */
export interface ChangeReader {
  accountId: string
  isOperator: boolean
}

/** Notifies listeners when an account changes: by a write, by the control plane, or because campaigns ran. */
export interface ChangeFeed {
  /** This account has changed. */
  notify(accountId: string): void
  /** Accounts were added or removed, which only operators see. */
  notifyOperators(): void
  notifyAll(): void
  /** Returns a function that stops listening. */
  listen(reader: ChangeReader, onChange: () => void): () => void
}

/** The changes that this process makes. */
export class LocalChangeFeed implements ChangeFeed {
  readonly #listeners = new Set<{ reader: ChangeReader; onChange: () => void }>()

  notify(accountId: string): void {
    this.#notify((reader) => reader.accountId === accountId)
  }

  notifyOperators(): void {
    this.#notify(({ isOperator }) => isOperator)
  }

  notifyAll(): void {
    this.#notify(() => true)
  }

  listen(reader: ChangeReader, onChange: () => void): () => void {
    const listener = { reader, onChange }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(concerns: (reader: ChangeReader) => boolean): void {
    for (const { reader, onChange } of this.#listeners) if (concerns(reader)) onChange()
  }
}
