import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('results/', import.meta.url))

/** Where figures come from: enough to judge them, without the name of the machine. */
export interface Origin {
  date: string
  cpu: string
  cores: number
  memoryGb: number
  system: string
  node: string
  /** Of the measured code, with `+` if there are uncommitted changes; absent without git. */
  commit?: string
}

export function origin(): Origin {
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model.replace(/\s+/g, ' ').trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().replace(/[^\d.].*$/, '')}`,
    node: process.version,
    ...commitOf(),
  }
}

function commitOf(): { commit?: string } {
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  const git = (...args: string[]) => spawnSync('git', args, { cwd, encoding: 'utf8' })
  const { status, stdout } = git('rev-parse', '--short', 'HEAD')
  if (status !== 0) return {}
  // New results do not change the measured code.
  const changes = git(
    'status',
    '--porcelain',
    '--',
    ':/',
    ':(top,exclude)test/bench/results',
  ).stdout
  return { commit: `${stdout.trim()}${changes.trim() === '' ? '' : '+'}` }
}

export function originLine({ date, cpu, cores, memoryGb, system, node, commit }: Origin): string {
  const machine = `${date}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}`
  return commit === undefined ? machine : `${machine}, commit ${commit}`
}

export type Kind =
  | 'database'
  | 'peers'
  | 'growth'
  | 'scale'
  | 'simulation'
  | 'parts'
  | 'replicas'
  | 'proxy'

/** Writes a run as JSON and as Markdown. It replaces an earlier run of the day. */
export function save<Results extends { origin: Origin }>(
  kind: Kind,
  results: Results,
  markdown: string,
): void {
  mkdirSync(folder, { recursive: true })
  const name = `${folder}${results.origin.date}-${kind}`
  writeFileSync(`${name}.json`, `${JSON.stringify(results, undefined, 2)}\n`)
  writeFileSync(`${name}.md`, `${markdown}\n`)
}

/** The newest run of a kind. Throws if there is none. */
export function newest<Results>(kind: Kind): Results {
  const results = newestOrNone<Results>(kind)
  if (results) return results
  throw new Error(
    `test/bench/results/ has no results of ${kind}. Run \`npm run bench -- ${kind}\` first.`,
  )
}

/** The newest run of a kind; undefined before the first. */
export function newestOrNone<Results>(kind: Kind): Results | undefined {
  const name = readdirSync(folder)
    .filter((file) => file.endsWith(`-${kind}.json`))
    .sort()
    .at(-1)
  return name && JSON.parse(readFileSync(folder + name, 'utf8'))
}
