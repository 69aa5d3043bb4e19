import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Command } from 'commander'
import { readConfigFile } from '../config/load.ts'
import { OPTIONS } from '../config/options.ts'
import { ConfigError, givenOptions, optionsFromEnvironment } from '../config.ts'
import { unreachableReason } from '../control-client/unreachable.ts'
import { createClock } from '../time/clock.ts'
import { rootFor } from './control/command.ts'
import { note, noteError, print } from './output.ts'
import { serveOptionsOf } from './targets.ts'

/** Less than the three seconds after which the image counts a check as failed. */
const ANSWER_WITHIN_MS = 2000

/** The flags of `svc-sandbox healthcheck` as commander reads them. */
interface HealthcheckFlags {
  url?: string
  ready?: true
}

export function addHealthcheck(program: Command): void {
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
 * `svc-sandbox healthcheck`: the exit code is 0 if the sandbox is live or ready, 1 if it is not, and 2 if the flags or
 * variables are wrong. By default it asks the sandbox that `serve` starts with the same variables and configuration file.
 */
export async function checkHealth({ url, ready }: HealthcheckFlags): Promise<void> {
  try {
    const root = url ? rootFor({ url }) : await ownRoot()
    const wanted = ready ? 'ready' : 'live'
    const problem = await problemAt(root, wanted)
    if (problem === undefined) return print(`The sandbox at ${root} is ${wanted}.`)
    note(`The sandbox at ${root} is not ${wanted}: ${problem}.`)
    process.exitCode = 1
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    noteError(error)
    process.exitCode = 2
  }
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
async function problemAt(root: string, wanted: 'live' | 'ready'): Promise<string | undefined> {
  try {
    const { status, body } = await answerOf(`${root}/_sandbox/health/${wanted}`)
    if (status === 200 && body?.data?.status === wanted) return undefined
    if (typeof body?.error?.message === 'string') return body.error.message.replace(/\.$/, '')
    return `what answers there is no svc-sandbox (status ${status})`
  } catch (error) {
    return unreachableReason(error, root)
  }
}

interface Answer {
  status: number | undefined
  body: { data?: { status?: string }; error?: { message?: string } } | undefined
}

/** Rejects if there is no answer in time. */
function answerOf(url: string): Promise<Answer> {
  const request = url.startsWith('https:') ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    // The certificate is for clients, and may name none of the addresses that this machine has for itself.
    const sent = request(url, { agent: false, rejectUnauthorized: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        // No answer of a sandbox is as long.
        if (text.length > 100_000) response.destroy(new Error('it sends too much'))
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode, body: parsed(text) }))
    })
    const late = () => sent.destroy(new Error('it does not answer'))
    const cancel = createClock().limit(ANSWER_WITHIN_MS, late)
    sent.on('error', reject).on('close', cancel).end()
  })
}

function parsed(text: string): Answer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
