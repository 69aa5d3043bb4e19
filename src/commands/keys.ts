import type { components } from '../../spec/generated/sandbox.ts'
import { ConfigError, parseInteger } from '../config.ts'
import { type ControlFlags, steer } from './control-client.ts'
import { minuteOf, print, printJson, table } from './table.ts'

type Key = components['schemas']['Key']
type NewKey = components['schemas']['NewKey']
type KeyUsage = components['schemas']['KeyUsage']

export type JsonFlags = ControlFlags & { json?: true }

/** The flags of `svc-sandbox keys create` as commander reads them. */
export interface KeyFlags extends JsonFlags {
  type?: string
  permission?: string[]
  rateLimit?: string
  allowedIp?: string[]
  expiresIn?: string
  expiresAt?: string
}

/** `svc-sandbox keys list` */
export function listKeys(flags: JsonFlags & { deleted?: true }): Promise<void> {
  return steer(flags, async (client) => {
    const query = flags.deleted ? { include_deleted: 'true' } : {}
    const { data } = await client.call<Key[]>('GET', '/keys', { query })
    if (flags.json) return printJson(data)
    if (data.length === 0) return print('No keys.')
    const titles = ['ID', 'PREFIX', 'NAME', 'PERMISSIONS', 'CREATED', 'LAST USED', 'STATUS']
    print(
      table(
        titles,
        data.map((key) => [
          key.id,
          key.prefix,
          key.name,
          key.permissions.join(' '),
          key.created_at.slice(0, 10),
          minuteOf(key.last_used_at),
          stateOf(key),
        ]),
      ),
    )
  })
}

/** `svc-sandbox keys create <name>` */
export function createKey(name: string, flags: KeyFlags): Promise<void> {
  return steer(flags, async (client) => {
    const { data } = await client.call<NewKey>('POST', '/keys', { body: inputOf(name, flags) })
    if (flags.json) return printJson(data)
    print(createdKey(data))
  })
}

/** `svc-sandbox keys delete <id...>` */
export function deleteKeys(ids: string[], flags: JsonFlags): Promise<void> {
  return steer(flags, async (client) => {
    for (const id of ids) {
      const { data } = await client.call<Key>('DELETE', `/keys/${encodeURIComponent(id)}`)
      if (flags.json) printJson(data)
      else
        print(`Deleted ${data.id} (${data.name}). Every request with its token fails from now on.`)
    }
  })
}

/** `svc-sandbox keys usage <id>` */
export function keyUsage(id: string, flags: JsonFlags): Promise<void> {
  return steer(flags, async (client) => {
    const { data } = await client.call<KeyUsage>('GET', `/keys/${encodeURIComponent(id)}/usage`)
    if (flags.json) return printJson(data)
    if (data.days.length === 0) return print('Not used yet.')
    const rows = [...data.days, { date: 'total', ...data.total }].map((day) => [
      day.date,
      day.requests,
      day.rate_limited,
      day.client_errors,
      day.server_errors,
    ])
    print(table(['DAY', 'REQUESTS', '429', '4XX', '5XX'], rows))
  })
}

/** What is said of a key that was just made: the token, on a line of its own. */
export function createdKey({ id, token, expires_at }: NewKey): string {
  const until = expires_at === null ? '' : `, valid until ${minuteOf(expires_at)}`
  return `${token}\n\nThe token of ${id}${until}. Copy it now: it is shown this once.`
}

function inputOf(name: string, flags: KeyFlags): object {
  const fields = {
    name,
    type: flags.type,
    permissions: flags.permission,
    rate_limit:
      flags.rateLimit === undefined ? undefined : parseInteger(flags.rateLimit, '--rate-limit'),
    allowed_ips: flags.allowedIp,
    expires_in: flags.expiresIn,
    expires_at: flags.expiresAt,
  }
  if (name.trim() === '') throw new ConfigError('<name> must not be blank.')
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function stateOf({ status, revoked_at, expires_at, rotation_due, type }: Key): string {
  if (status === 'deleted') return `deleted ${minuteOf(revoked_at)}`
  if (status === 'expired') return `expired ${minuteOf(expires_at)}`
  if (type === 'live') return 'live, refused here'
  return rotation_due ? 'active, rotation due' : 'active'
}
