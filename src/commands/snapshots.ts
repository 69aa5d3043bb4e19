import type { components } from '../../spec/generated/sandbox.ts'
import { type ControlFlags, steer } from './control-client.ts'
import type { JsonFlags } from './keys.ts'
import { minuteOf, print, printJson, table } from './table.ts'

type Snapshot = components['schemas']['Snapshot']

/** `svc-sandbox snapshot list` */
export function listSnapshots(flags: JsonFlags): Promise<void> {
  return steer(flags, async (client) => {
    const { data } = await client.call<Snapshot[]>('GET', '/snapshots')
    if (flags.json) return printJson(data)
    if (data.length === 0) return print('No snapshots.')
    const titles = ['NAME', 'ACCOUNT', 'SAVED', 'CLOCK', 'CAMPAIGNS', 'PROBLEM']
    const rows = data.map(({ name, account, saved_at, shows, campaigns, problem }) => [
      name,
      account,
      minuteOf(saved_at),
      minuteOf(shows),
      campaigns,
      problem,
    ])
    print(table(titles, rows))
  })
}

/** `svc-sandbox snapshot save <name>` */
export function saveSnapshot(name: string, flags: JsonFlags): Promise<void> {
  return steer(flags, async (client) => {
    const { data } = await client.call<Snapshot>('POST', '/snapshots', { body: { name } })
    if (flags.json) return printJson(data)
    print(`Saved ${data.account} as ${data.name}.`)
  })
}

/** `svc-sandbox snapshot restore <name>` */
export function restoreSnapshot(name: string, flags: JsonFlags): Promise<void> {
  return steer(flags, async (client) => {
    const path = `/snapshots/${encodeURIComponent(name)}/restore`
    const { data, message = '' } = await client.call<Snapshot>('POST', path)
    if (flags.json) return printJson(data)
    print(message)
  })
}

/** `svc-sandbox snapshot delete <name...>` */
export function deleteSnapshots(names: string[], flags: JsonFlags): Promise<void> {
  return steer(flags, async (client) => {
    for (const name of names) {
      const path = `/snapshots/${encodeURIComponent(name)}`
      const { data } = await client.call<Snapshot>('DELETE', path)
      if (flags.json) printJson(data)
      else print(`Deleted ${data.name} of ${data.account}.`)
    }
  })
}

/** `svc-sandbox reset` */
export function reset(flags: ControlFlags & { fixture?: string }): Promise<void> {
  return steer(flags, async (client) => {
    const body = flags.fixture === undefined ? {} : { fixture: flags.fixture }
    const { message = '' } = await client.call('POST', '/reset', { body })
    print(message)
  })
}
