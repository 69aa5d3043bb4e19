import type { Command } from 'commander'
import { ConfigError, parseInteger } from '../../config.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { optionWith } from '../choices.ts'
import { minuteOf, printJson, show, showTable } from '../output.ts'
import {
  type ControlFlags,
  defaultCommand,
  jsonCommand,
  sandboxAction,
  type TextFlags,
} from './command.ts'

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('list, create and delete API keys of an account of a running sandbox')
  defaultCommand(
    keys,
    'list',
    'list keys, their last use, and which are due for rotation (default)',
  )
    .option('--deleted', 'list deleted keys, too')
    .action(listKeys)
  jsonCommand(keys, 'create', 'create a key and print its token, which is shown only once')
    .argument('<name>', 'name of the key, such as the application that uses it')
    .addOption(
      optionWith(
        ['test', 'restricted'],
        '--type <type>',
        'test or restricted (default: from the permissions)',
      ),
    )
    .option('--permission <name...>', 'permissions such as campaigns:read (default: all)')
    .option('--rate-limit <number>', 'requests per hour (default: from the plan)')
    .option('--allowed-ip <address...>', 'IP addresses or CIDR blocks that may use the key')
    .option('--expires-in <time>', 'lifetime of the key, such as 90d')
    .option('--expires-at <time>', 'end of its lifetime, in ISO 8601')
    .action(createKey)
  jsonCommand(keys, 'delete', 'delete keys, with immediate effect')
    .argument('<id...>', 'ids of the keys')
    .action(deleteKeys)
  jsonCommand(keys, 'usage', 'show the daily number of requests with a key')
    .argument('<id>', 'id of the key')
    .action(keyUsage)
}

type KeyListFlags = ControlFlags & { deleted?: true }

export const listKeys = sandboxAction(async ({ control }, flags: KeyListFlags) => {
  const query = flags.deleted && { include_deleted: true }
  const { data } = await control('GET', '/keys', { query })
  const titles = ['ID', 'PREFIX', 'NAME', 'PERMISSIONS', 'CREATED', 'LAST USED', 'STATUS']
  showTable(flags, data, { none: 'No keys.', titles }, (key) => [
    key.id,
    key.prefix,
    key.name,
    key.permissions.join(' '),
    key.created_at.slice(0, 10),
    minuteOf(key.last_used_at),
    stateOf(key),
  ])
})

type KeyFlags = TextFlags<'type' | 'rateLimit' | 'expiresIn' | 'expiresAt'> & {
  permission?: string[]
  allowedIp?: string[]
}

export const createKey = sandboxAction(async ({ control }, name: string, flags: KeyFlags) => {
  if (name.trim() === '') throw new ConfigError('<name> must not be blank.')
  const { type, permission, rateLimit, allowedIp, expiresIn, expiresAt } = flags
  const body = {
    name,
    type,
    permissions: permission,
    rate_limit: rateLimit === undefined ? undefined : parseInteger(rateLimit, '--rate-limit'),
    allowed_ips: allowedIp,
    expires_in: expiresIn,
    expires_at: expiresAt,
  }
  const { data } = await control('POST', '/keys', { body })
  show(flags, data, createdKey)
})

export const deleteKeys = sandboxAction(async ({ control }, ids: string[], flags: ControlFlags) => {
  for (const key_id of ids) {
    const { data } = await control('DELETE', '/keys/{key_id}', { params: { key_id } })
    show(
      flags,
      data,
      ({ id, name }) => `Deleted ${id} (${name}). Every request with its token fails from now on.`,
    )
  }
})

export const keyUsage = sandboxAction(async ({ control }, key_id: string, flags: ControlFlags) => {
  const { data } = await control('GET', '/keys/{key_id}/usage', { params: { key_id } })
  if (flags.json) return printJson(data)
  const days = data.days.length === 0 ? [] : [...data.days, { date: 'total', ...data.total }]
  const titles = ['DAY', 'REQUESTS', '429', '4XX', '5XX']
  showTable(flags, days, { none: 'Not used yet.', titles }, (day) => [
    day.date,
    day.requests,
    day.rate_limited,
    day.client_errors,
    day.server_errors,
  ])
})

/** The text for a new key, with the token on its own line. */
export function createdKey({ id, token, expires_at }: DataOf<'createKey'>): string[] {
  const until = expires_at === null ? '' : `, valid until ${minuteOf(expires_at)}`
  return [token, '', `The token of ${id}${until}. Copy it now: it is shown only once.`]
}

function stateOf(key: DataOf<'getKey'>): string {
  const { status, revoked_at, expires_at, rotation_due, type } = key
  if (status === 'deleted') return `deleted ${minuteOf(revoked_at)}`
  if (status === 'expired') return `expired ${minuteOf(expires_at)}`
  if (type === 'live') return 'live, refused here'
  return rotation_due ? 'active, rotation due' : 'active'
}
