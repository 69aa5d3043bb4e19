import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Where figures come from: enough to judge them, without the name of the machine. */
export function originLine(): string {
  const cpu = cpus()[0]?.model.replace(/\s+/g, ' ').trim() ?? 'unknown'
  const memory = Math.round(totalmem() / 2 ** 30)
  const system = `${type()} ${release().replace(/[^\d.].*$/, '')}`
  const date = new Date().toISOString().slice(0, 10)
  return `${date}, ${cpu}, ${availableParallelism()} cores, ${memory} GB, ${system}, Node ${process.version}${commit()}.`
}

/** Of the measured code, with `+` if there are uncommitted changes; empty without git. */
function commit(): string {
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  const git = (...args: string[]) => spawnSync('git', args, { cwd, encoding: 'utf8' })
  const { status, stdout } = git('rev-parse', '--short', 'HEAD')
  if (status !== 0) return ''
  const isClean = git('status', '--porcelain', ':/').stdout.trim() === ''
  return `, commit ${stdout.trim()}${isClean ? '' : '+'}`
}

/** As Markdown. */
export function table(heads: readonly string[], rows: readonly string[][]): string {
  const lines = [heads, heads.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Whole numbers with commas. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export const milliseconds = (value: number): string => `${value.toFixed(0)} ms`
export const megabytes = (value: number): string => `${value.toFixed(0)} MB`
export const perSecond = (value: number): string => `${whole(value)}/s`

/** A target of ours, what a run measured, and whether that reaches it. */
export type Aim = [target: string, measured: string, isReached: boolean]

export function aimTable(aims: readonly Aim[]): string {
  const rows = aims.map(([target, measured, isReached]) => [
    target,
    measured,
    isReached ? 'reached' : 'not reached',
  ])
  return table(['target', 'measured', ''], rows)
}
