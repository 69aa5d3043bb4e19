import { measure } from '../load.ts'
import { dataOf, firstId, loadOf } from '../operations.ts'
import { startSandbox, temporaryFixture } from '../servers.ts'
import { type Build, CannotCompare } from './builds.ts'
import { FIGURES, type Figures, judge, type Pair, type Verdict } from './judgement.ts'

/** Pairs of runs; an unclear figure gets more. */
const ROUNDS = 5
const MOST_ROUNDS = 15
/** Of each run and operation, after half as many that warm up. */
const REQUESTS = 3000
/** Of each run: CPU time is counted in steps of 10 ms. */
const STARTS = 3
const CONNECTIONS = 10

/** Measures two builds in turns. `share` of the requests is for a trial. */
export async function compareBuilds(
  before: Build,
  after: Build,
  onProgress: (line: string) => void,
  share = 1,
): Promise<Verdict[]> {
  const pairs: Pair[] = []
  let verdicts: Verdict[] = []
  const isUnclear = () => verdicts.some(({ outcome }) => outcome === 'unclear')
  while (pairs.length < ROUNDS || (isUnclear() && pairs.length < MOST_ROUNDS)) {
    onProgress(`round ${pairs.length + 1}`)
    pairs.push(await pairOf(before, after, pairs.length % 2 === 1, share))
    verdicts = judge(pairs)
  }
  return verdicts
}

/** Each build comes first in every other round, so that a drift of the machine favours neither. */
async function pairOf(
  before: Build,
  after: Build,
  isReversed: boolean,
  share: number,
): Promise<Pair> {
  if (!isReversed) {
    const first = await figuresOf(before, share)
    return { before: first, after: await figuresOf(after, share) }
  }
  const first = await figuresOf(after, share)
  return { before: await figuresOf(before, share), after: first }
}

/** Of new processes: V8 may optimise the same program differently in each. */
async function figuresOf({ name, folder }: Build, share: number): Promise<Figures> {
  try {
    const figures = { start: await startCpuMs(folder) } as Figures
    const { fixture, data } = temporaryFixture(100)
    const flags = ['--no-rate-limits', '--fixture', fixture, '--data', data]
    const server = await startSandbox(flags, folder)
    const id = await firstId(`${server.url}/api`)
    // So that new campaigns do not run during the requests.
    await dataOf(server.url, { path: '/_sandbox/clock', method: 'POST', body: { frozen: true } })
    for (const figure of FIGURES) {
      if (figure === 'start') continue
      const { path, ...load } = loadOf(figure, id)
      const status = figure === 'refused' ? 401 : undefined
      const run = (amount: number) =>
        measure(server, {
          ...load,
          path: `/api${path}`,
          status,
          connections: CONNECTIONS,
          amount: Math.max(CONNECTIONS, Math.ceil(amount * share)),
        })
      await run(REQUESTS / 2)
      figures[figure] = (await run(REQUESTS)).cpuMs
    }
    await server.stop()
    return figures
  } catch (error) {
    throw new CannotCompare(`The build of ${name} failed under load: ${(error as Error).message}`)
  }
}

/** Milliseconds of CPU until the first 200. */
async function startCpuMs(folder: string): Promise<number> {
  let sum = 0
  for (let start = 0; start < STARTS; start++) {
    const server = await startSandbox(['--ephemeral'], folder)
    sum += server.cpuMs()
    await server.stop()
  }
  return sum / STARTS
}
