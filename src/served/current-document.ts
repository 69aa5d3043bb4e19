import type { ServedDocument } from './served-document.ts'

type Follower = (served: ServedDocument) => void

/** The document that is served now. Requests in flight finish with the one that they began with. */
export class CurrentDocument {
  #current: ServedDocument
  readonly #followers: Follower[] = []

  constructor(first: ServedDocument) {
    this.#current = first
  }

  get current(): ServedDocument {
    return this.#current
  }

  /** Calls `follower` with each document that replaces the current one. */
  follow(follower: Follower): void {
    this.#followers.push(follower)
  }

  /** Serves another document, for requests that arrive from now on. */
  replace(next: ServedDocument): void {
    this.#current = next
    for (const follower of this.#followers) follower(next)
  }
}
