import { readFileSync } from 'node:fs'
import type { components } from '../../spec/generated/sandbox.ts'
import { ConfigError, parseInteger } from '../config.ts'
import { systemReason } from '../store/store-error.ts'
import { steer } from './control-client.ts'
import { createdKey, type JsonFlags } from './keys.ts'
import { minuteOf, print, printJson, table } from './table.ts'

type Account = components['schemas']['Account']
type NewAccount = components['schemas']['NewAccount']

/** The flags of `svc-sandbox accounts create` as commander reads them. */
export interface AccountFlags extends JsonFlags {
  id?: string
  name?: string
  plan?: string
  seed?: string
  fixture?: string
  fixtureAccount?: string
}

/** `svc-sandbox accounts list` */
export function listAccounts(flags: JsonFlags): Promise<void> {
  return steer(flags, async (client) => {
    const query = { limit: 1000 }
    const { data, total = 0 } = await client.call<Account[]>('GET', '/accounts', { query })
    if (flags.json) return printJson(data)
    const titles = ['ID', 'NAME', 'PLAN', 'CAMPAIGNS', 'KEYS', 'MADE BY', 'LAST USED']
    const rows = data.map((account) => [
      account.id,
      account.name,
      account.plan,
      account.campaigns,
      account.keys,
      account.made_by,
      minuteOf(account.last_used_at),
    ])
    print(data.length === 0 ? 'No accounts.' : table(titles, rows))
    if (total > data.length) process.stderr.write(`${data.length} of ${total}.\n`)
  })
}

/** `svc-sandbox accounts create` */
export function createAccount(flags: AccountFlags): Promise<void> {
  return steer(flags, async (client) => {
    const body = inputOf(flags)
    const { data } = await client.call<NewAccount>('POST', '/accounts', { body })
    if (flags.json) return printJson(data)
    print(`Created ${data.id} (${data.name}, ${data.plan}) with ${data.campaigns} campaigns.\n`)
    print(createdKey(data.key))
  })
}

/** `svc-sandbox accounts delete <id...>` */
export function deleteAccounts(ids: string[], flags: JsonFlags): Promise<void> {
  return steer(flags, async (client) => {
    for (const id of ids) {
      const { data } = await client.call<Account>('DELETE', `/accounts/${encodeURIComponent(id)}`)
      if (flags.json) printJson(data)
      else print(`Removed ${data.id} (${data.name}) and all that it owned.`)
    }
  })
}

function inputOf({ id, name, plan, seed, fixture, fixtureAccount }: AccountFlags): object {
  const fields = {
    id,
    name,
    plan,
    seed: seed === undefined ? undefined : parseInteger(seed, '--seed'),
    // A path is of this machine, which need not be that of the sandbox.
    fixture: fixture !== undefined && /[/\\.]/.test(fixture) ? contentOf(fixture) : fixture,
    fixture_account: fixtureAccount,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`--fixture ${path} cannot be read: ${systemReason(error)}.`)
  }
}
