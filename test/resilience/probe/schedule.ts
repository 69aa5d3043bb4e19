import { Attempt, type Idea, type Range } from './idea.ts'

/** Shares the inputs of a run among ideas, each case as often as its idea's weight says. */
export class Schedule {
  /** Inputs that were sent, by idea. */
  readonly counts = new Map<string, number>()
  readonly #next = new Map<string, number>()

  private readonly range: Range
  private readonly ideas: readonly Idea[]
  private readonly inputs: number

  constructor(range: Range, ideas: readonly Idea[], inputs: number) {
    this.range = range
    this.ideas = ideas
    this.inputs = inputs
    for (const { name } of ideas) this.counts.set(name, 0)
  }

  get sent(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  get isDone(): boolean {
    return this.sent >= this.inputs
  }

  /** Plays cases, some at a time, until `inputs` more are sent. */
  async play(inputs: number, together: number, isOver: () => boolean): Promise<void> {
    const end = Math.min(this.inputs, this.sent + inputs)
    const runner = async () => {
      while (this.sent < end && !isOver()) await this.#playOne(this.#furthestBehind())
    }
    await Promise.all(Array.from({ length: together }, runner))
  }

  /** Plays one case of the only idea. */
  async playCase(number: number): Promise<void> {
    for (const idea of this.ideas) {
      this.#next.set(idea.name, number)
      await this.#playOne(idea)
    }
    await this.finish()
  }

  async finish(): Promise<void> {
    for (const idea of this.ideas) {
      const attempt = new Attempt(this.range, idea.name, -1)
      await idea.finish?.(attempt)
      this.#count(idea.name, attempt.sent)
    }
  }

  #furthestBehind(): Idea {
    const share = ({ name, weight }: Idea) => (this.counts.get(name) as number) / weight
    return this.ideas.reduce((least, idea) => (share(idea) < share(least) ? idea : least))
  }

  async #playOne(idea: Idea): Promise<void> {
    const number = this.#next.get(idea.name) ?? 0
    this.#next.set(idea.name, number + 1)
    // Counted before it is sent, so that another runner takes another idea.
    this.#count(idea.name, 1)
    const attempt = new Attempt(this.range, idea.name, number)
    try {
      await idea.run(attempt)
    } catch (error) {
      attempt.found(
        `the case failed: ${(error as Error).message}`,
        this.range.loopback,
        undefined,
        (error as Error).stack ?? '',
      )
    }
    this.#count(idea.name, attempt.sent - 1)
  }

  #count(name: string, count: number): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count)
  }
}
