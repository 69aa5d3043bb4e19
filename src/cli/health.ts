import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Command } from 'commander'
import { readConfigFile } from '../config/load.ts'
import { OPTIONS } from '../config/options.ts'
import { ConfigError, givenOptions, optionsFromEnvironment } from '../config.ts'
import { unreachableReason } from '../control-client/unreachable.ts'
import { createClock } from '../time/clock.ts'
import { parseDuration } from '../time/duration.ts'
import { rootFor } from './control/command.ts'
import { note, noteError, print } from './output.ts'
import { serveOptionsOf } from './targets.ts'

const LOOK_EVERY_MS = 200
/** Less than the three seconds after which the image counts a check as failed. */
const ANSWER_WITHIN_MS = 2000

type Health = 'live' | 'ready'

/** Adds the commands that ask whether a sandbox is there. */
export function addHealthCommands(program: Command): void {
  program
    .command('wait')
    .description('wait until a sandbox is ready; exit with 1 after the timeout')
    .option(
      '--url <address>',
      'address of the sandbox (default: SVC_URL, or http://127.0.0.1:4010)',
    )
    .option('--timeout <time>', 'maximum wait, such as 30s or 2m (default: 30s)')
    .action(waitUntilReady)
  program
    .command('healthcheck')
    .description('ask a sandbox once whether it is live; for containers')
    .option(
      '--url <address>',
      'address of the sandbox (default: this machine, with the port and HTTPS of serve)',
    )
    .option('--ready', 'ask whether it is ready for requests')
    .action(checkHealth)
}

/**
 * `svc-sandbox wait`: returns as soon as the sandbox serves requests. The exit code is 1 if it does not in time, and 2 if
 * the flags are wrong.
 */
export function waitUntilReady(flags: { url?: string; timeout?: string }): Promise<void> {
  return exitingWith2(async () => {
    const root = rootFor(flags)
    const timeout = flags.timeout || '30s'
    const limit = limitOf(timeout)
    const clock = createClock()
    const until = clock.now() + limit
    const ask = () => problemAt(root, 'ready', { trustsAll: false })
    let seen = await ask()
    while (seen !== undefined && clock.now() < until) {
      await clock.wait(Math.min(LOOK_EVERY_MS, until - clock.now()))
      seen = await ask()
    }
    if (seen === undefined) return print(`The sandbox at ${root} is ready.`)
    note([
      `No sandbox was ready at ${root} within ${timeout}: ${seen}.`,
      'Start one with svc-sandbox serve, name another with --url or SVC_URL, or wait longer with --timeout.',
    ])
    process.exitCode = 1
  })
}

/**
 * `svc-sandbox healthcheck`: the exit code is 0 if the sandbox is live or ready, 1 if it is not, and 2 if the flags or
 * variables are wrong. By default it asks the sandbox that `serve` starts with the same variables and configuration file.
 */
function checkHealth({ url, ready }: { url?: string; ready?: true }): Promise<void> {
  return exitingWith2(async () => {
    const root = url ? rootFor({ url }) : await ownRoot()
    const wanted = ready ? 'ready' : 'live'
    // The certificate is for clients, and may name none of the addresses that this machine has for itself.
    const problem = await problemAt(root, wanted, { trustsAll: true })
    if (problem === undefined) return print(`The sandbox at ${root} is ${wanted}.`)
    note(`The sandbox at ${root} is not ${wanted}: ${problem}.`)
    process.exitCode = 1
  })
}

async function exitingWith2(work: () => Promise<void>): Promise<void> {
  try {
    await work()
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

/** The address of the sandbox that has the variables and the configuration file of this process. */
async function ownRoot(): Promise<string> {
  const { SVC_CONFIG, SVC_URL } = process.env
  if (SVC_URL) return rootFor({ url: SVC_URL })
  const options = {
    ...serveOptionsOf(await readConfigFile(SVC_CONFIG || undefined)),
    ...givenOptions(optionsFromEnvironment(process.env)),
  }
  const { host = '', port = OPTIONS.port.served, https, tlsCert } = options
  const name = ['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const scheme = https || tlsCert !== undefined ? 'https' : 'http'
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Why the sandbox is not as wanted; undefined if it is. */
async function problemAt(
  root: string,
  wanted: Health,
  { trustsAll }: { trustsAll: boolean },
): Promise<string | undefined> {
  try {
    const { status, text } = await answerOf(`${root}/_sandbox/health/${wanted}`, trustsAll)
    const body = parsed(text)
    if (status === 200 && body?.data?.status === wanted) return undefined
    if (typeof body?.error?.message === 'string') return body.error.message.replace(/\.$/, '')
    return `what answers there is no svc-sandbox (status ${status})`
  } catch (error) {
    return unreachableReason(error, root)
  }
}

/** Rejects if there is no answer in time. */
function answerOf(
  url: string,
  trustsAll: boolean,
): Promise<{ status: number | undefined; text: string }> {
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    const options = { agent: false, rejectUnauthorized: !trustsAll }
    const sent = request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        // No answer of a sandbox is as long.
        if (text.length > 100_000) response.destroy(new Error('it sends too much'))
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode, text }))
    })
    const late = () => sent.destroy(new Error('it accepts connections, and does not answer'))
    const cancel = createClock().limit(ANSWER_WITHIN_MS, late)
    sent.on('error', reject).on('close', cancel).end()
  })
}

function parsed(
  text: string,
): { data?: { status?: string }; error?: { message?: string } } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
