/** Promises that resolve as soon as something holds, which `check` looks at. */
export class Conditions {
  #waiting: { isReady: () => boolean; resolve: () => void }[] = []

  until(isReady: () => boolean): Promise<void> {
    if (isReady()) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.push({ isReady, resolve }))
  }

  /** To be called after each change of what conditions read. */
  check(): void {
    if (this.#waiting.length === 0) return
    const ready = this.#waiting.filter(({ isReady }) => isReady())
    if (ready.length === 0) return
    this.#waiting = this.#waiting.filter((each) => !ready.includes(each))
    for (const { resolve } of ready) resolve()
  }
}
