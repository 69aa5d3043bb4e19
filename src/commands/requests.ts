import type { components } from '../../spec/generated/sandbox.ts'
import { type ControlClient, type ControlFlags, type Query, steer } from './control-client.ts'
import { print, printJson } from './table.ts'

type LoggedRequest = components['schemas']['LoggedRequest']

/** The flags of `svc-sandbox requests` as commander reads them. */
export interface RequestsFlags extends ControlFlags {
  follow?: true
  waitFor?: string | true
  clear?: true
  json?: true
  limit?: string
  method?: string
  status?: string
  path?: string
  operation?: string
  key?: string
  since?: string
  text?: string
}

/** `svc-sandbox requests [id]`: lists, follows, waits for, forgets or shows requests. */
export function requests(id: string | undefined, flags: RequestsFlags): Promise<void> {
  return steer(flags, async (client) => {
    if (id !== undefined) return show(client, id, flags)
    if (flags.clear) return clear(client)
    if (flags.waitFor !== undefined) return waitFor(client, flags)
    if (flags.follow) return follow(client, flags)
    return list(client, flags)
  })
}

async function list(client: ControlClient, flags: RequestsFlags): Promise<void> {
  const query = { ...filtersOf(flags), limit: flags.limit }
  const { data, total = data.length } = await client.call<LoggedRequest[]>('GET', '/requests', {
    query,
  })
  if (data.length === 0 && !flags.json) process.stderr.write('No requests.\n')
  // The newest last, next to where the eye is.
  for (const each of data.toReversed()) print(textOf(each, flags))
  if (total > data.length) process.stderr.write(`${data.length} of ${total}; more with --limit.\n`)
}

async function follow(client: ControlClient, flags: RequestsFlags): Promise<void> {
  for await (const { event, data } of client.stream('/requests/stream', filtersOf(flags))) {
    if (event === 'request') print(textOf(data as LoggedRequest, flags))
    if (event === 'missed') process.stderr.write('Some requests were dropped meanwhile.\n')
  }
}

async function waitFor(client: ControlClient, flags: RequestsFlags): Promise<void> {
  const timeout = typeof flags.waitFor === 'string' ? flags.waitFor : undefined
  const query = { ...filtersOf(flags), timeout }
  const { data } = await client.call<LoggedRequest>('GET', '/requests/wait-for', { query })
  print(textOf(data, flags))
}

async function clear(client: ControlClient): Promise<void> {
  const { data } = await client.call<{ deleted: number }>('DELETE', '/requests')
  print(`Forgot ${data.deleted} ${data.deleted === 1 ? 'request' : 'requests'}.`)
}

async function show(client: ControlClient, id: string, flags: RequestsFlags): Promise<void> {
  const path = `/requests/${encodeURIComponent(id)}`
  const { data } = await client.call<LoggedRequest>('GET', path)
  if (flags.json) return printJson(data)
  const { request, response, validation } = data
  const issues = (validation?.issues ?? []).map(
    ({ in: where, path: at, message }) => `  ${at.replace(/^\//, '') || where} ${message}`,
  )
  print(
    [
      lineOf(data),
      '',
      `${data.method} ${data.url}`,
      ...messageOf(request),
      '',
      data.status === null ? 'No answer was sent.' : `Status ${data.status}`,
      ...messageOf(response),
      ...(issues.length === 0 ? [] : ['', 'Not valid:', ...issues]),
    ].join('\n'),
  )
}

function messageOf({ headers, body, truncated }: LoggedRequest['request']): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return body === null ? lines : [...lines, '', `${body}${truncated ? '…' : ''}`]
}

function filtersOf({ method, status, path, operation, key, since, text }: RequestsFlags): Query {
  return { method, status, path, operation, key, since, text }
}

function textOf(logged: LoggedRequest, { json }: RequestsFlags): string {
  return json ? JSON.stringify(logged) : lineOf(logged)
}

/** `req_12  09:30:00  POST 201  12.3 ms  /api/campaigns  key_…`: one request on one line. */
function lineOf({ id, time, method, status, duration_ms, url, key, error, fault }: LoggedRequest) {
  const notes = [key?.id ?? 'no key', error, fault].filter((note) => note !== null).join('  ')
  const clock = time.slice(11, 19)
  const duration = `${duration_ms.toFixed(1)} ms`.padStart(10)
  return `${id.padEnd(8)}  ${clock}  ${method.padEnd(6)} ${status ?? 'cut'} ${duration}  ${url}  ${notes}`
}
