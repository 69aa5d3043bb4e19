/**
 * Runs the suite against every style with every bug and variation, and prints what it catches and whom it accuses:
 * `npx tsx contract-tests/self-test/strangers/table.ts [--style rails,go] [--only REGEX] [--bugs | --fair] [--why] [--fuzz CASES]`
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { THOROUGH } from '../../http/settings.ts'
import { BUGS } from './bugs.ts'
import { checkStranger, fuzzStranger } from './check.ts'
import { VARIATIONS } from './fair.ts'
import type { Planted } from './start.ts'
import { STYLE_NAMES, type StyleName } from './world.ts'

const WORKERS = 2
const MOST_MS = 60_000

interface Job {
  list: 'bugs' | 'fair'
  name: string
  kind: string
  stated: boolean
  style: StyleName
  planted: Planted
}

interface Outcome {
  at: number
  /** The suite's result, and the campaigns that it left. */
  outcome: string
  /** The bug was caught by `--thorough` alone. */
  isThorough?: boolean
  failures: string[]
  left: number
  main: number
  total: number
  ms: number
}

const { values } = parseArgs({
  options: {
    style: { type: 'string' },
    only: { type: 'string', default: '' },
    bugs: { type: 'boolean', default: false },
    fair: { type: 'boolean', default: false },
    why: { type: 'boolean', default: false },
    /** Cases of `--fuzz`, in place of the checks. */
    fuzz: { type: 'string' },
    part: { type: 'string' },
  },
})

function jobs(): Job[] {
  const styles = (values.style?.split(',') ?? STYLE_NAMES) as StyleName[]
  const wanted = new RegExp(values.only, 'i')
  const fits = ({ name, kind }: { name: string; kind: string }) =>
    wanted.test(name) || wanted.test(kind)
  const stylesOf = (own: StyleName[] = STYLE_NAMES) => own.filter((each) => styles.includes(each))
  const bugs = BUGS.filter(fits).flatMap((bug) =>
    stylesOf(bug.styles).map((style) => ({ ...bug, list: 'bugs' as const, style, planted: bug })),
  )
  const fair = VARIATIONS.filter(fits).flatMap((each) =>
    stylesOf(each.styles).map((style) => {
      return { ...each, stated: true, list: 'fair' as const, style, planted: each }
    }),
  )
  const isAll = values.bugs === values.fair
  return [...(isAll || values.bugs ? bugs : []), ...(isAll || values.fair ? fair : [])]
}

async function run({ list, stated, style, planted }: Job, at: number): Promise<Outcome> {
  let isThorough = false
  const started = performance.now()
  const timeout = AbortSignal.timeout(MOST_MS)
  try {
    if (values.fuzz !== undefined) return await fuzzed({ style, planted }, at, timeout)
    const hooks = { signal: timeout }
    let { result, left } = await checkStranger(style, planted, {}, hooks)
    const isMissed = list === 'bugs' && stated && result.outcome !== 'failed'
    if (isMissed) {
      const more = { thorough: true, ...THOROUGH }
      const thorough = await checkStranger(style, planted, more, hooks)
      isThorough = thorough.result.outcome === 'failed'
      if (isThorough) ({ result, left } = thorough)
    }
    const failures = result.checks.flatMap(({ failures }) =>
      failures.map(({ fact, expected, actual }) => `${fact}: ${expected}; got ${actual}`),
    )
    const { outcome, reason, requests } = result
    const { main, total } = requests
    const said = reason === undefined ? outcome : `${outcome} (${reason})`
    const ms = Math.round(performance.now() - started)
    return { at, outcome: said, isThorough, failures, left: left.length, main, total, ms }
  } catch (error) {
    const outcome = `error (${(error as Error).message})`
    return { at, outcome, failures: [], left: 0, main: 0, total: 0, ms: 0 }
  }
}

async function fuzzed(
  { style, planted }: Pick<Job, 'style' | 'planted'>,
  at: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const more = { cases: Number(values.fuzz), seed: 4 }
  const { result, left } = await fuzzStranger(style, planted, more, { signal })
  const { outcome, reason, failure, cases, requests, durationMs } = result
  const said = reason === undefined ? outcome : `${outcome} (${reason})`
  const failures = failure
    ? [
        `${failure.rule} ${failure.fact ?? ''} (case ${cases.played}): ${failure.expected}; got ${failure.actual}`,
      ]
    : []
  const main = Number(failure?.requests.length ?? 0)
  return { at, outcome: said, failures, left: left.length, main, total: requests, ms: durationMs }
}

async function work(part: number): Promise<void> {
  for (const [at, job] of jobs().entries()) {
    if (at % WORKERS === part) process.send?.(await run(job, at))
  }
  process.disconnect()
}

async function runAll(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const parts = Array.from({ length: WORKERS }, (_, part) => {
    const own = [...process.argv.slice(2), '--part', String(part)]
    const child = fork(fileURLToPath(import.meta.url), own)
    child.on('message', (outcome: Outcome) => {
      outcomes.push(outcome)
      if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.length}`)
    })
    return new Promise((resolve) => child.on('exit', resolve))
  })
  await Promise.all(parts)
  return outcomes
}

/** `caught` means that a contradiction is reported, and nothing less. */
function verdict(job: Job, { outcome, isThorough, left }: Outcome): string {
  const hasFailed = outcome.startsWith('failed')
  if (isThorough) return 'thorough'
  if (job.list === 'bugs') return hasFailed ? 'caught' : 'missed'
  if (hasFailed) return 'accused'
  if (!['passed', 'incomplete'].includes(outcome)) return 'stopped'
  return left > 0 ? 'left' : 'acquitted'
}

function print(title: string, lines: string[]): void {
  console.log(`\n## ${title} (${lines.length})\n`)
  for (const line of lines) console.log(line)
}

async function table(): Promise<void> {
  const all = jobs()
  const outcomes = await runAll()
  const rows = all.flatMap((job, at) => {
    const outcome = outcomes.find((each) => each.at === at)
    return outcome ? [{ ...job, ...outcome, verdict: verdict(job, outcome) }] : []
  })
  type Row = (typeof rows)[number]
  const grouped = (some: Row[], more: (rows: Row[]) => string) =>
    [...new Set(some.map(({ kind, name }) => `${kind} › ${name}`))].map((label) => {
      const group = some.filter(({ kind, name }) => `${kind} › ${name}` === label)
      return `${label}: ${more(group)}`
    })
  const styles = (group: Row[]) => group.map(({ style }) => style).join(', ')
  const reasons = (group: Row[]) =>
    group
      .map(({ style, outcome, failures, left }) => {
        const first = failures
          .slice(0, values.why ? 20 : 2)
          .map((each) => `\n    ${each.slice(0, 300)}`)
        return `\n  ${style}: ${outcome}, ${failures.length} failures, ${left} left${first.join('')}`
      })
      .join('')

  const bugs = rows.filter(({ list }) => list === 'bugs')
  const missed = bugs.filter((row) => row.verdict === 'missed')
  print(
    'Missed, stated',
    grouped(
      missed.filter(({ stated }) => stated),
      styles,
    ),
  )
  print(
    'Caught by --thorough alone',
    grouped(
      bugs.filter(({ verdict }) => verdict === 'thorough'),
      styles,
    ),
  )
  const accused = rows.filter(({ list, verdict }) => list === 'fair' && verdict !== 'acquitted')
  print('Fair, and accused', grouped(accused, reasons))
  print(
    'Missed, arguable',
    grouped(
      missed.filter(({ stated }) => !stated),
      styles,
    ),
  )
  const odd = bugs.filter(({ outcome }) => !['failed', 'passed', 'incomplete'].includes(outcome))
  print(
    'Ended otherwise',
    grouped(odd, (group) => group.map(({ style, outcome }) => `${style} ${outcome}`).join('; ')),
  )
  if (values.why)
    print(
      'Caught',
      grouped(
        bugs.filter((row) => row.verdict === 'caught'),
        reasons,
      ),
    )

  console.log('\n## Totals\n')
  for (const style of STYLE_NAMES) {
    const own = rows.filter((row) => row.style === style)
    if (own.length === 0) continue
    const count = (list: Job['list'], stated: boolean, what: string) => {
      const of = own.filter((row) => row.list === list && row.stated === stated)
      return `${of.filter((row) => row.verdict === what).length} of ${of.length}`
    }
    const usual = own.filter(({ isThorough }) => !isThorough)
    const most = Math.max(...usual.map(({ main }) => main))
    const total = Math.max(...usual.map(({ total }) => total))
    console.log(
      `${style}: stated caught ${count('bugs', true, 'caught')}, by --thorough ${count('bugs', true, 'thorough')}, arguable caught ${count('bugs', false, 'caught')}, fair acquitted ${count('fair', true, 'acquitted')}; at most ${most} requests with the main key, ${total} in all, ${Math.max(...own.map(({ ms }) => ms))} ms`,
    )
  }
  const caught = bugs.filter((row) => row.stated && row.verdict === 'caught').length
  const stated = bugs.filter((row) => row.stated).length
  const names = (some: Row[]) => new Set(some.map(({ kind, name }) => `${kind} ${name}`)).size
  console.log(
    `all: stated caught ${caught} of ${stated} (${names(bugs)} bugs), fair accused ${accused.length} of ${rows.length - bugs.length} (${names(rows.filter(({ list }) => list === 'fair'))} variations)`,
  )
}

await (values.part === undefined ? table() : work(Number(values.part)))
