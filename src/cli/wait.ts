import type { Command } from 'commander'
import { ConfigError } from '../config.ts'
import { unreachableReason } from '../control-client/unreachable.ts'
import { AbortSignal } from '../node-globals.ts'
import { createClock } from '../time/clock.ts'
import { parseDuration } from '../time/duration.ts'
import { type ControlFlags, rootFor } from './control/command.ts'
import { note, noteError, print } from './output.ts'

const LOOK_EVERY_MS = 200
/** A server that accepts connections and answers nothing is asked again. */
const ANSWER_WITHIN_MS = 2000

/** The flags of `svc-sandbox wait` as commander reads them. */
export interface WaitFlags extends Pick<ControlFlags, 'url'> {
  timeout?: string
}

export function addWait(program: Command): void {
  program
    .command('wait')
    .description('wait until a sandbox is ready; exit with 1 after the timeout')
    .option(
      '--url <address>',
      'address of the sandbox (default: SVC_URL, or http://127.0.0.1:4010)',
    )
    .option('--timeout <time>', 'maximum wait, such as 30s or 2m (default: 30s)')
    .action(waitUntilReady)
}

/**
 * `svc-sandbox wait`: returns as soon as the sandbox serves requests. The exit code is 1 if it does not in time, and 2 if
 * the flags are wrong.
 */
export async function waitUntilReady({ url, timeout }: WaitFlags): Promise<void> {
  try {
    const root = rootFor({ url })
    const limit = limitOf(timeout || '30s')
    const clock = createClock()
    const until = clock.now() + limit
    let seen = await problemAt(root)
    while (seen !== undefined && clock.now() < until) {
      await clock.wait(Math.min(LOOK_EVERY_MS, until - clock.now()))
      seen = await problemAt(root)
    }
    if (seen === undefined) return print(`The sandbox at ${root} is ready.`)
    note([
      `No sandbox was ready at ${root} within ${timeout || '30s'}: ${seen}.`,
      'Start one with svc-sandbox serve, name another with --url or SVC_URL, or wait longer with --timeout.',
    ])
    process.exitCode = 1
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    noteError(error)
    process.exitCode = 2
  }
}

/** Milliseconds; a number alone is in seconds. */
function limitOf(text: string): number {
  const limit = parseDuration(/^\d+$/.test(text) ? `${text}s` : text)
  if (limit !== undefined && limit <= 24 * 60 * 60_000) return limit
  throw new ConfigError(
    `--timeout must be a length of time up to 24h, such as 30s or 2m; found ${JSON.stringify(text)}.`,
  )
}

/** Why a sandbox is not ready; undefined if it is. */
async function problemAt(root: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch(`${root}/_sandbox/health/ready`, { signal })
    const body = (await response.json().catch(() => undefined)) as
      | { data?: { status?: string }; error?: { message?: string } }
      | undefined
    if (response.ok && body?.data?.status === 'ready') return undefined
    if (typeof body?.error?.message === 'string') return body.error.message.replace(/\.$/, '')
    return `what answers there is no svc-sandbox (status ${response.status})`
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      return 'it accepts connections, and does not answer'
    return unreachableReason(error, root)
  }
}
