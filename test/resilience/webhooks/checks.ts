import { setTimeout as wait } from 'node:timers/promises'

/** Prints one line for each check, and counts them. */
export class Checks {
  passed = 0
  readonly failed: string[] = []
  #group = ''

  begin(group: string): void {
    this.#group = group
    console.log(`\n# ${group}`)
  }

  /** `found` is printed if the check fails. */
  check(name: string, holds: boolean, found?: unknown): void {
    if (holds) this.passed += 1
    else this.failed.push(`${this.#group}: ${name}`)
    const detail =
      holds || found === undefined ? '' : ` (found ${JSON.stringify(found)?.slice(0, 400)})`
    console.log(`${holds ? 'ok    ' : 'FAILED'} ${name}${detail}`)
  }

  equal(name: string, found: unknown, expected: unknown): void {
    this.check(name, JSON.stringify(found) === JSON.stringify(expected), found)
  }

  get total(): number {
    return this.passed + this.failed.length
  }
}

/** Asks repeatedly until `isDone`, or until the time is over; returns the last answer. */
export async function until<T>(
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  ms = 30_000,
): Promise<T> {
  const deadline = performance.now() + ms
  for (;;) {
    const answer = await ask()
    if (isDone(answer) || performance.now() > deadline) return answer
    await wait(50)
  }
}
