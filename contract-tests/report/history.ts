import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { systemReason } from '../../src/text/system-reason.ts'
import { parsedUrl } from '../../src/text/url.ts'
import { visibleJson } from '../../src/text/visible.ts'
import { type Fact, ledger } from '../specification/documents.ts'
import { digest } from './digest.ts'
import { historyPage } from './history-page.ts'
import type { History, HistoryRun, HistoryVerdict } from './history-run.ts'
import type { RunResult } from './result.ts'
import { type ReportRequest, writeTexts } from './write-report.ts'

const MOST_RUNS = 30
const FILE = 'history.json'
const LINKED = ['html', 'json', 'md', 'junit']

/** Reads the history of a folder; an empty one if there is none. Throws if the file is something else. */
export function readHistory(folder: string): History {
  const file = join(folder, FILE)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { format: 1, runs: [] }
    throw new Error(`--history ${folder}: cannot read ${file}: ${systemReason(error)}.`)
  }
  const history = parsed(text)
  if (!history) {
    throw new Error(
      `--history ${folder}: ${file} is not a history of runs. Delete it, or name another folder.`,
    )
  }
  return history
}

function parsed(text: string): History | undefined {
  try {
    const history: History = JSON.parse(text)
    const isHistory = history.format === 1 && Array.isArray(history.runs)
    return isHistory && history.runs.every(isRun) ? history : undefined
  } catch {
    return undefined
  }
}

function isRun(run: HistoryRun): boolean {
  const { startedAt, baseUrl, headline, facts, reports } = run
  return (
    typeof baseUrl === 'string' &&
    !Number.isNaN(Date.parse(startedAt)) &&
    typeof headline?.word === 'string' &&
    typeof facts === 'object' &&
    facts !== null &&
    Array.isArray(reports) &&
    reports.every(({ kind, link }) => typeof kind === 'string' && typeof link === 'string')
  )
}

/** The history with a run at its end, and without those before the last thirty. */
export function withRun(
  history: History,
  result: RunResult,
  { folder, reports, env }: HistoryOptions,
): History {
  const { headline, contradictions } = digest(result)
  const open = new Set(contradictions.filter(({ known }) => !known).map(({ fact }) => fact))
  const facts = result.facts.map(({ id, verdict }): [string, HistoryVerdict] => [
    id,
    verdict === 'fail' && !open.has(id) ? 'known' : verdict,
  ])
  const run: HistoryRun = {
    startedAt: result.startedAt,
    baseUrl: result.baseUrl,
    headline,
    facts: Object.fromEntries(facts),
    ...fromCi(env),
    reports: reports
      .filter(({ kind }) => LINKED.includes(kind))
      .map(({ kind, file }) => ({ kind, link: linkTo(file, folder) })),
  }
  return { format: 1, runs: [...history.runs, run].slice(-MOST_RUNS) }
}

export interface HistoryOptions {
  folder: string
  reports: ReportRequest[]
  env: Record<string, string | undefined>
}

/** Adds a run to the history in a folder, and writes its page. */
export async function writeHistory(
  history: History,
  result: RunResult,
  options: HistoryOptions,
): Promise<void> {
  const { folder } = options
  const next = withRun(history, result, options)
  await writeTexts([
    {
      name: 'history',
      file: join(folder, FILE),
      text: () => visibleJson(`${JSON.stringify(next)}\n`),
    },
    {
      name: 'history',
      file: join(folder, 'index.html'),
      text: () => historyPage(next, factsOf(next)),
    },
  ])
}

/** The facts of the ledger that a run of the history judged. */
function factsOf({ runs }: History): Fact[] {
  return ledger.filter(({ id }) => runs.some(({ facts }) => id in facts))
}

function linkTo(file: string, folder: string): string {
  const path = relative(resolve(folder), resolve(dirname(file))).split(sep)
  const name = file.split(/[\\/]/).at(-1) ?? ''
  return [...path.filter(Boolean), name].map(encodeURIComponent).join('/')
}

/** The commit and the job, from the variables of GitHub Actions or GitLab CI. */
function fromCi(env: HistoryOptions['env']): Pick<HistoryRun, 'commit' | 'job'> {
  const commit = env.GITHUB_SHA ?? env.CI_COMMIT_SHA
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env
  const job =
    server && repository && id ? `${server}/${repository}/actions/runs/${id}` : env.CI_JOB_URL
  return {
    ...(commit && /^[0-9a-f]{7,64}$/i.test(commit) && { commit }),
    ...(job && /^https?:\/\//.test(job) && parsedUrl(job) && { job }),
  }
}
