import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox.ts'
import { controlOf } from '../support/control.ts'
import { watchDisk } from '../support/disk-steps.ts'
import { apiOf } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'

/**
 * A data folder of a release that kept events and deliveries in `events/`, from a process that was killed: two campaigns
 * with runs of two days, a journal that is not folded, and deliveries that succeeded, failed and wait. `expected.json` is
 * what the release answered before.
 */
const EARLIER = fileURLToPath(new URL('../support/earlier-folder/', import.meta.url))
const EXPECTED = JSON.parse(readFileSync(join(EARLIER, 'expected.json'), 'utf8'))

interface ShownDelivery {
  id: string
  status: string
  next_attempt_at: string | null
  attempts: unknown[]
}

function earlierFolder(): string {
  const data = temporaryFolder()
  for (const name of ['accounts', 'events']) {
    cpSync(join(EARLIER, name), join(data, name), { recursive: true })
  }
  return data
}

const open = (data: string) =>
  createSandbox({ data, fixture: 'empty', now: '2026-01-15T09:30:00Z', log: 'silent' })

async function shownBy(sandbox: Sandbox) {
  const [api, control] = [apiOf(sandbox.url), controlOf(sandbox)]
  const query = { limit: '500' }
  const answers = {
    campaigns: await api.get('/campaigns'),
    webhooks: await api.get('/webhooks'),
    alerts: await api.get('/alerts'),
    deliveries: await control.get('/deliveries', { query }),
    events: await control.get('/events', { query }),
    clock: await control.get('/clock'),
  }
  const hashes = Object.entries(answers).map(([name, { body }]) => {
    const hash = createHash('sha256').update(JSON.stringify(body.data)).digest('hex')
    return [name, hash.slice(0, 16)]
  })
  const { campaigns, deliveries, events } = answers
  return {
    campaigns: campaigns.body.data.map(({ name }: { name: string }) => name),
    deliveries: deliveries.body.data.map(
      ({ id, status, next_attempt_at, attempts }: ShownDelivery) => {
        return { id, status, next_attempt_at, attempts: attempts.length }
      },
    ),
    events: events.body.data.map(({ id }: { id: string }) => id),
    hashes: Object.fromEntries(hashes),
  }
}

async function shownIn(data: string) {
  const sandbox = await open(data)
  const shown = await shownBy(sandbox)
  await sandbox.close()
  return shown
}

it('opens a data folder of an earlier release without loss, and keeps it in the new format', async () => {
  const data = earlierFolder()

  const first = await shownIn(data)

  expect(first).toEqual(EXPECTED)
  expect(existsSync(join(data, 'events', 'acc_demo'))).toBe(false)
  expect(readdirSync(join(data, 'accounts'))).toEqual(['acc_demo.json'])
  const written = JSON.parse(readFileSync(join(data, 'accounts', 'acc_demo.json'), 'utf8'))
  expect(written).toMatchObject({ version: 4, deliveries: { length: 20 } })
  expect(await shownIn(data)).toEqual(EXPECTED)
})

it('goes on in the new format, also after a kill', async () => {
  const data = earlierFolder()
  const first = await open(data)
  onTestFinished(() => first.close())
  await controlOf(first).post('/events', { body: { type: 'campaign.completed' } })
  await first.clock.advance('1d')
  const shown = await shownBy(first)
  const killed = temporaryFolder()
  cpSync(join(data, 'accounts'), join(killed, 'accounts'), { recursive: true })

  expect(shown.events.length).toBeGreaterThan(EXPECTED.events.length)
  expect(await shownIn(killed)).toEqual(shown)
})

it('does not add what it has taken over already', async () => {
  const data = earlierFolder()
  await shownIn(data)
  cpSync(join(EARLIER, 'events'), join(data, 'events'), { recursive: true })

  expect(await shownIn(data)).toEqual(EXPECTED)
  expect(existsSync(join(data, 'events', 'acc_demo'))).toBe(false)
})

it('leaves the files of the earlier release as they are if the new one cannot be written', async () => {
  const data = earlierFolder()
  const free = watchDisk(data, ({ call, path, phase }) => {
    if (call !== 'writeFile' || phase !== 'half' || !path.endsWith('.json.tmp')) return
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  })

  await expect(open(data)).rejects.toThrow(/acc_demo\.json can't be written.*Free some space/)
  free()

  expect(readdirSync(join(data, 'events', 'acc_demo'))).toEqual(['000001.jsonl'])
  expect(await shownIn(data)).toEqual(EXPECTED)
})
