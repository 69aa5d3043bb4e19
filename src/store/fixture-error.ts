import type { FixtureProblem } from './fixture-source.ts'

/** A fixture that can't be used. The message lists every problem as `file:line:column`. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError'
  readonly problems: readonly FixtureProblem[]

  constructor(
    message: string,
    problems: readonly FixtureProblem[] = [],
    options?: { cause?: unknown },
  ) {
    super(message, options)
    this.problems = problems
  }
}
