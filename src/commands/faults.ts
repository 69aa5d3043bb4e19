import type { components } from '../../spec/generated/sandbox.ts'
import { ConfigError } from '../config.ts'
import { type ControlFlags, steer } from './control-client.ts'
import { print, printJson } from './table.ts'

type Fault = components['schemas']['Fault']

/** The flags of `svc-sandbox faults add` as commander reads them. */
export interface FaultFlags extends ControlFlags {
  name?: string
  operation?: string[]
  method?: string[]
  path?: string
  key?: string
  share?: string
  error?: string
  status?: string
  delay?: string
  connection?: string
  body?: string
  missingHeader?: string[]
  count?: string
  expiresIn?: string
}

/** Those of `svc-sandbox faults update`. */
export interface FaultChangeFlags extends FaultFlags {
  enable?: true
  disable?: true
}

/** `svc-sandbox faults list` */
export function listFaults(flags: ControlFlags & { json?: true }): Promise<void> {
  return steer(flags, async (client) => {
    const { data } = await client.call<Fault[]>('GET', '/faults')
    if (flags.json) return printJson(data)
    print(data.length === 0 ? 'No fault rules.' : data.map(lineOf).join('\n'))
  })
}

/** `svc-sandbox faults add` */
export function addFault(flags: FaultFlags): Promise<void> {
  return steer(flags, async (client) => {
    const { data } = await client.call<Fault>('POST', '/faults', { body: ruleOf(flags) })
    print(lineOf(data))
  })
}

/** `svc-sandbox faults update <id>` */
export function updateFault(id: string, flags: FaultChangeFlags): Promise<void> {
  return steer(flags, async (client) => {
    if (flags.enable && flags.disable) {
      throw new ConfigError('--enable and --disable exclude each other.')
    }
    const enabled = flags.enable ? { enabled: true } : flags.disable ? { enabled: false } : {}
    const body = { ...ruleOf(flags), ...enabled }
    if (Object.keys(body).length === 0) {
      throw new ConfigError('Say what is to change, such as --disable or --count 3.')
    }
    const { data } = await client.call<Fault>('PUT', `/faults/${encodeURIComponent(id)}`, { body })
    print(lineOf(data))
  })
}

/** `svc-sandbox faults remove <id...>` */
export function removeFaults(ids: string[], flags: ControlFlags): Promise<void> {
  return steer(flags, async (client) => {
    for (const id of ids) {
      await client.call('DELETE', `/faults/${encodeURIComponent(id)}`)
      print(`Removed ${id}.`)
    }
  })
}

/** `svc-sandbox faults clear` */
export function clearFaults(flags: ControlFlags): Promise<void> {
  return steer(flags, async (client) => {
    const { data } = await client.call<{ deleted: number }>('DELETE', '/faults')
    print(`Removed ${data.deleted} fault ${data.deleted === 1 ? 'rule' : 'rules'}.`)
  })
}

/** What was given, for the sandbox to check. */
function ruleOf(flags: FaultFlags): object {
  const { operation, method, path, key, name, error, connection, body } = flags
  const fields = {
    name,
    operation,
    method,
    path,
    key,
    share: numberOf(flags.share, '--share'),
    error,
    status: numberOf(flags.status, '--status'),
    delay: delayOf(flags.delay),
    connection,
    body,
    missing_headers: flags.missingHeader,
    count: numberOf(flags.count, '--count'),
    expires_in: flags.expiresIn,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function delayOf(text: string | undefined): number | object | undefined {
  const [, median, p99] = /^(\d+),(\d+)$/.exec(text ?? '') ?? []
  if (median !== undefined) return { median: Number(median), p99: Number(p99) }
  return numberOf(
    text,
    '--delay',
    'milliseconds such as 800, or median and 99th percentile, 200,1500',
  )
}

function numberOf(
  text: string | undefined,
  flag: string,
  expected = 'a number',
): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  throw new ConfigError(`${flag} must be ${expected}; found ${JSON.stringify(text)}.`)
}

/** `flt_… active 2 of 3  listCampaigns → server_error`: one rule on one line. */
function lineOf(rule: Fault): string {
  const { id, state, name, matched, count, operation, method, path, key, share } = rule
  const target = [
    operation?.join(', '),
    method?.join(', '),
    path,
    key,
    share === undefined ? undefined : `share ${share}`,
  ].filter((each) => each !== undefined)
  const acted = count === undefined ? `${matched} times` : `${matched} of ${count}`
  const where = target.length === 0 ? 'all requests' : target.join(' ')
  const label = name === null ? '' : `  (${name})`
  return `${id}  ${state.padEnd(8)}  ${acted.padEnd(9)}  ${where} → ${effectOf(rule)}${label}`
}

function effectOf({ error, status, delay, connection, body, missing_headers }: Fault): string {
  const wait = typeof delay === 'object' ? `${delay.median} to ${delay.p99} ms` : `${delay} ms`
  const effects = [
    delay === undefined ? undefined : `delay of ${wait}`,
    error,
    status === undefined ? undefined : `status ${status}`,
    connection && `connection ${connection}`,
    body && `${body} body`,
    missing_headers && `without ${missing_headers.join(', ')}`,
  ]
  return effects.filter((each) => each !== undefined).join(', ')
}
