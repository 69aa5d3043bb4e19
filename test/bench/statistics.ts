import { type Agent, get } from 'node:http'

export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/** The median of each figure. */
export function medians<Name extends string>(runs: Record<Name, number>[]): Record<Name, number> {
  const names = Object.keys(runs[0] ?? {}) as Name[]
  const entries = names.map((name) => [name, median(runs.map((run) => run[name]))])
  return Object.fromEntries(entries) as Record<Name, number>
}

/** The value that `share` of all are not above, by the nearest rank. */
export function percentile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const rank = Math.max(1, Math.ceil(sorted.length * share))
  return sorted[rank - 1] ?? Number.NaN
}

/** Milliseconds that something takes. */
export async function timed(run: () => unknown): Promise<number> {
  const begin = performance.now()
  await run()
  return performance.now() - begin
}

/** Milliseconds that a request may take; after that, its server hangs. */
const PATIENCE_MS = 60_000

/** Milliseconds until a GET request is answered with a status and its body is read. */
export function answerTime(
  url: string,
  token: string,
  status: number,
  agent?: Agent,
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    const options = { agent, timeout: patienceMs, headers: { authorization: `Bearer ${token}` } }
    const request = get(url, options, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === status) resolve(performance.now() - begin)
        else reject(new Error(`${url} answered ${token} with ${response.statusCode}.`))
      })
    })
    request.on('error', reject)
    request.on('timeout', () => {
      const seconds = patienceMs / 1000
      request.destroy(new Error(`${url} did not answer within ${seconds} seconds.`))
    })
  })
}

/** The median of the milliseconds that something takes; `before` is not timed. */
export async function medianTime(
  rounds: number,
  run: (round: number) => unknown,
  before?: () => Promise<unknown>,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await before?.()
    times.push(await timed(() => run(round)))
  }
  return median(times)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
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

/** Share of its core that the server or the load generator must have had; below it, the machine was the limit. */
export const ENOUGH = 0.85
const TRIES = 3

interface Shares {
  serverShare: number
  generatorShare: number
}

export function isHindered(shares: Shares): boolean {
  return busiest(shares) < ENOUGH
}

/** Repeats a run a few times if other processes used too much of the machine; returns the best run. */
export async function unhindered<Run extends Shares>(run: () => Promise<Run>): Promise<Run> {
  let best = await run()
  for (let tries = 1; tries < TRIES && isHindered(best); tries++) {
    const again = await run()
    if (busiest(again) > busiest(best)) best = again
  }
  return best
}

function busiest({ serverShare, generatorShare }: Shares): number {
  return Math.max(serverShare, generatorShare)
}
