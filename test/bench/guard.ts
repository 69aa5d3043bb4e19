import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from './load.ts'
import { dataOf, firstId, loadOf } from './operations.ts'
import { fixtureOf, startSandbox, temporaryFolder } from './servers.ts'
import { median } from './statistics.ts'
import { table } from './table.ts'

/** What is compared: milliseconds of CPU for a request, or until the first 200. */
const FIGURES = ['list', 'read', 'create', 'refused', 'start'] as const
type Figures = Record<(typeof FIGURES)[number], number>

/** Pairs of runs; an unclear figure gets more. */
const ROUNDS = 5
const MOST_ROUNDS = 15
/** Of each run and operation, after half as many that warm up. */
const REQUESTS = 3000
/** The loss that fails. */
export const MOST_LOSS = 0.1

/** Compares the working tree with a commit, by default the last release; throws an error that says why it cannot. */
export async function guard(onProgress: (line: string) => void, share: number, against?: string) {
  const root = new URL('../../', import.meta.url).pathname
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const release = against ?? git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')
  onProgress(`building ${release}`)
  const before = temporaryFolder()
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', '', release, before], {
    cwd: root,
  })
  if (git('diff', '--name-only', release, '--', 'package-lock.json') === '') {
    symlinkSync(join(root, 'node_modules'), join(before, 'node_modules'))
  } else {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: before })
  }
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: before, stdio: 'inherit' })

  const pairs: { before: Figures; after: Figures }[] = []
  for (;;) {
    onProgress(`round ${pairs.length + 1}`)
    // Each build comes first in every other round, so that a drift of the machine favours neither.
    const isReversed = pairs.length % 2 === 1
    const first = await figuresOf(isReversed ? root : before, share)
    const second = await figuresOf(isReversed ? before : root, share)
    pairs.push(isReversed ? { before: second, after: first } : { before: first, after: second })
    const verdicts = judge(pairs)
    const isClear = verdicts.every(({ outcome }) => outcome !== 'unclear')
    if (pairs.length >= MOST_ROUNDS || (pairs.length >= ROUNDS && isClear))
      return report(release, verdicts)
  }
}

/** Of new processes: V8 may optimise the same program differently in each. */
async function figuresOf(folder: string, share: number): Promise<Figures> {
  const starts: number[] = []
  for (let start = 0; start < 3; start++) {
    const server = await startSandbox(['--ephemeral'], folder)
    starts.push(server.cpuMs())
    await server.stop()
  }
  const figures = { start: median(starts) } as Figures
  const flags = [
    '--no-rate-limits',
    '--fixture',
    fixtureOf(1, 100),
    '--data',
    join(temporaryFolder(), 'data'),
  ]
  const server = await startSandbox(flags, folder)
  const id = await firstId(`${server.url}/api`)
  // So that new campaigns do not run during the requests.
  await dataOf(server.url, { path: '/_sandbox/clock', method: 'POST', body: { frozen: true } })
  for (const figure of FIGURES) {
    if (figure === 'start') continue
    const load = loadOf(figure, id, '/api')
    const run = (amount: number) =>
      measure(server, { ...load, amount: Math.max(10, Math.ceil(amount * share)) })
    await run(REQUESTS / 2)
    figures[figure] = (await run(REQUESTS)).cpuMs
  }
  await server.stop()
  return figures
}

interface Verdict {
  figure: keyof Figures
  before: number
  after: number
  /** Median of the ratios of the pairs: above 1, the working tree is slower. */
  ratio: number
  /** Median distance of the ratios from their median. */
  spread: number
  /** `unclear`: a loss that may be chance, because the ratios differ as much. */
  outcome: 'slower' | 'unclear' | 'same' | 'faster'
}

/** Judges ratios and not times, because both builds of a pair meet the same machine. */
export function judge(pairs: readonly { before: Figures; after: Figures }[]): Verdict[] {
  return FIGURES.map((figure) => {
    const ratios = pairs.map(({ before, after }) => after[figure] / before[figure])
    const ratio = median(ratios)
    const spread = median(ratios.map((it) => Math.abs(it - ratio)))
    const isLoss = ratio > 1 + MOST_LOSS
    const outcome = ratio - spread > 1 + MOST_LOSS ? 'slower' : isLoss ? 'unclear' : 'same'
    return {
      figure,
      before: median(pairs.map(({ before }) => before[figure])),
      after: median(pairs.map(({ after }) => after[figure])),
      ratio,
      spread,
      outcome: ratio + spread < 1 - MOST_LOSS ? 'faster' : outcome,
    }
  })
}

function report(release: string, verdicts: Verdict[]): string {
  const rows = verdicts.map(({ figure, before, after, ratio, spread, outcome }) => {
    const unit = (ms: number) =>
      figure === 'start' ? `${ms.toFixed(0)} ms` : `${(ms * 1000).toFixed(0)} µs`
    return [figure, unit(before), unit(after), ratio.toFixed(2), `± ${spread.toFixed(2)}`, outcome]
  })
  if (verdicts.some(({ outcome }) => outcome === 'slower')) process.exitCode = 1
  return table(['CPU', release, 'working tree', 'ratio', 'spread', ''], rows)
}
