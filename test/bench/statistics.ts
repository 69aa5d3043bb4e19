export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value that `share` of all are not above, by the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const rank = Math.max(1, Math.ceil(sorted.length * share))
  return sorted[rank - 1] ?? Number.NaN
}

/** The median of each figure. */
export function medians<Name extends string>(runs: Record<Name, number>[]): Record<Name, number> {
  const names = Object.keys(runs[0] ?? {}) as Name[]
  const entries = names.map((name) => [name, median(runs.map((run) => run[name]))])
  return Object.fromEntries(entries) as Record<Name, number>
}

/** Milliseconds that something takes. */
export async function timed(run: () => unknown): Promise<number> {
  const begin = performance.now()
  await run()
  return performance.now() - begin
}

/** Measures the subjects in turns, because the speed of the machine drifts. */
export async function inTurns<Subject, Figure>(
  subjects: readonly Subject[],
  rounds: number,
  run: (subject: Subject, round: number) => Promise<Figure>,
): Promise<Figure[][]> {
  const figures: Figure[][] = subjects.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of subjects.entries())
      figures[index]?.push(await run(subject, round))
  }
  return figures
}
