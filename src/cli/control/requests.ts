import type { Command } from 'commander'
import { ConfigError } from '../../config.ts'
import type { HttpClient } from '../../control-client/http-client.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { AbortController } from '../../node-globals.ts'
import { createClock } from '../../time/clock.ts'
import { parseDuration } from '../../time/duration.ts'
import { operationIds, optionWith } from '../choices.ts'
import {
  counted,
  type Line,
  linesOf,
  note,
  print,
  type StyledLine,
  show,
  showLine,
  showList,
} from '../output.ts'
import { accountCommand, sandboxAction, type TextFlags } from './command.ts'
import { lastingStream } from './lasting-stream.ts'

type LoggedRequest = DataOf<'getRequest'>

export function addRequests(program: Command): void {
  accountCommand(
    program,
    'requests',
    'list, follow, show or clear the logged requests of a running sandbox',
  )
    .argument('[id]', 'request to show with headers and bodies')
    .option('--follow', 'print requests as they are answered, until Ctrl-C')
    .option('--wait-for [time]', 'wait for a matching request (default: 5s)')
    .option('--clear', 'clear the log')
    .option('--limit <number>', 'number of requests to list (default: 50)')
    .option('--method <name>', 'only requests with this method')
    .option('--status <status>', 'only requests with this status: 404, 4xx or none')
    .option('--path <path>', 'only paths with this prefix, such as /campaigns')
    .addOption(
      optionWith(operationIds, '--operation <id>', 'only this operation, such as createCampaign'),
    )
    .option('--key <key>', 'only requests with this key: its id or first 8 characters, or none')
    .option('--fault <yes|no|id>', 'only requests that a fault rule affected, or did not')
    .option(
      '--since <time|id>',
      'only requests from this time on, such as 2026-03-01T09:00:00Z or 2026-03-01 (midnight in UTC), or after this request',
    )
    .option('--text <text>', 'only requests that contain this text')
    .option('--json', 'print one JSON object per line')
    .action((id, flags) => requests(id, flags))
}

const FILTERS = ['method', 'status', 'path', 'operation', 'key', 'fault', 'since', 'text'] as const
type Filter = (typeof FILTERS)[number]
type RequestsFlags = TextFlags<Filter | 'limit'> & {
  follow?: true
  waitFor?: string | true
  clear?: true
}

type RequestsAction = (id: string | undefined, flags: RequestsFlags) => Promise<void>

/** `stop` ends `--follow`. */
export function requests(
  id: string | undefined,
  flags: RequestsFlags,
  { stop = new AbortController().signal }: { stop?: AbortSignal } = {},
): Promise<void> {
  const action: RequestsAction = sandboxAction((client, ...about) => act(client, stop, ...about))
  return action(id, flags)
}

async function act(
  client: HttpClient,
  stop: AbortSignal,
  id: string | undefined,
  flags: RequestsFlags,
): Promise<void> {
  const { control } = client
  const { waitFor, limit, method, status, path, operation, key, fault, since, text } = flags
  const filters = { method, status, path, operation, key, fault, since, text }
  requireOneTask(id, flags)
  if (id !== undefined) {
    const { data } = await control('GET', '/requests/{id}', { params: { id } })
    return show(flags, data, requestText)
  }
  if (flags.clear) {
    const { data } = await control('DELETE', '/requests')
    return print(`Cleared ${counted(data.deleted, 'request')}.`)
  }
  if (waitFor !== undefined) {
    const query = { ...filters, timeout: waitFor === true ? undefined : secondsOf(waitFor) }
    const { data } = await control('GET', '/requests/wait-for', { query })
    return showLine(flags, data, lineOf)
  }
  if (flags.follow) return follow(client, { filters, flags, stop })
  const query = { ...filters, limit }
  showList(flags, await control('GET', '/requests', { query }), 'No requests.', lineOf)
}

/** Flags that would have no effect are refused: `--clear --status 4xx` clears the whole log. Throws ConfigError. */
function requireOneTask(id: string | undefined, flags: RequestsFlags): void {
  if (id === 'clear' || id === 'follow') {
    throw new ConfigError(`${JSON.stringify(id)} is not a request id. Did you mean --${id}?`)
  }
  const { clear, follow, waitFor, limit } = flags
  const tasks = [
    id !== undefined && 'the id of a request',
    clear && '--clear',
    follow && '--follow',
    waitFor !== undefined && '--wait-for',
  ]
  const [task, other] = tasks.filter((each) => typeof each === 'string')
  if (task === undefined) return
  const takesFilters = task === '--follow' || task === '--wait-for'
  const filters = takesFilters ? [] : FILTERS.filter((name) => flags[name] !== undefined)
  const [surplus = other] = [...(limit === undefined ? filters : ['limit'])].map(
    (name) => `--${name}`,
  )
  if (surplus === undefined) return
  throw new ConfigError(`${surplus} has no effect with ${task}. Leave one out.`)
}

/** `10s` of `10 seconds`. Throws ConfigError. */
function secondsOf(text: string): string {
  const seconds = (parseDuration(text) ?? Number.NaN) / 1000
  if (seconds <= 60) return `${seconds}s`
  throw new ConfigError(
    `--wait-for must be a length of time up to 60s, such as 10s; found ${JSON.stringify(text)}.`,
  )
}

/** Prints requests as they are logged. */
async function follow(
  client: HttpClient,
  { filters, flags, stop }: { filters: TextFlags<Filter>; flags: RequestsFlags; stop: AbortSignal },
): Promise<void> {
  const names = new Map<string, string>()
  const onBack = () => note('The sandbox is back.')
  const parts = { query: filters, stop, clock: createClock(), onBack }
  for await (const { event, data } of lastingStream(client, '/requests/stream', parts)) {
    if (event === 'request') await showNamed(data as LoggedRequest)
    if (event === 'missed') note('Some requests were dropped meanwhile.')
  }

  async function showNamed(logged: LoggedRequest): Promise<void> {
    if (logged.key && !flags.json) await learnName(client.control, names, logged.key.id)
    showLine(flags, logged, (each) => lineOf(each, ({ id }) => names.get(id) ?? id))
  }
}

function requestText(logged: LoggedRequest): Line[] {
  const { request, response, validation } = logged
  const issues = (validation?.issues ?? []).map(
    ({ in: where, path: at, message }) => `  ${at.replace(/^\//, '') || where} ${message}`,
  )
  return [
    lineOf(logged),
    '',
    `${logged.method} ${logged.url}`,
    ...messageOf(request),
    '',
    logged.status === null ? 'No answer was sent.' : `Status ${logged.status}`,
    ...messageOf(response),
    ...(issues.length === 0 ? [] : ['', 'Not valid:', ...issues]),
  ]
}

function messageOf({ headers, body, truncated }: LoggedRequest['request']): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return body === null ? lines : [...lines, '', ...linesOf(`${body}${truncated ? '…' : ''}`)]
}

/** `req_12  09:30:00  POST 201  12.3 ms  /api/campaigns  Web shop`: one request on one line. */
function lineOf(logged: LoggedRequest, nameOf: KeyNames = ({ id }) => id): StyledLine {
  const { id, time, method, status, duration_ms, url, key, error, fault } = logged
  const duration = `${duration_ms.toFixed(1)} ms`.padStart(10)
  const reasons = [error, fault].filter((each) => each !== null)
  return {
    parts: [
      `${id.padEnd(8)}  `,
      { style: 'dim', text: time.slice(11, 19) },
      `  ${method.padEnd(6)} `,
      { style: colourOf(status), text: String(status ?? 'cut') },
      ` ${duration}  ${url.padEnd(30)}  `,
      { style: 'dim', text: key === null ? 'no key' : nameOf(key) },
      ...reasons.map((reason) => ({ style: colourOf(status), text: `  ${reason}` })),
    ],
  }
}

function colourOf(status: number | null): 'red' | 'yellow' | 'green' {
  if (status === null || status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}

type KeyNames = (key: NonNullable<LoggedRequest['key']>) => string

/** Adds the names of the account's keys to `known` if it lacks the key `id`. */
async function learnName(control: HttpClient['control'], known: Map<string, string>, id: string) {
  if (known.has(id)) return
  try {
    const { data } = await control('GET', '/keys', { query: { include_deleted: true } })
    for (const key of data) known.set(key.id, key.name)
  } catch {
    // Its id says as much.
  }
  // Asked for once.
  if (!known.has(id)) known.set(id, id)
}
