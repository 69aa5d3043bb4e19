import { expect, it, onTestFinished } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { apiOf, CAMPAIGN, START } from '../../test/support/sandbox.ts'
import { temporaryFile, temporaryFolder } from '../../test/support/temporary.ts'
import type { SandboxOptions } from '../config.ts'
import { createSandbox } from '../sandbox.ts'
import { createClock } from '../time/clock.ts'
import { HOUR_MS } from '../time/duration.ts'

/** A demo that returns to its fixture every day, whose real time the test moves. */
async function startDemo(options: SandboxOptions = {}, startAt = START) {
  let time = startAt
  const pauses = new Map<() => void, number>()
  const clock = {
    ...createClock({ wallTime: () => time }),
    pause: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal?.aborted) return resolve()
        signal?.addEventListener('abort', () => resolve())
        pauses.set(resolve, ms)
      }),
  }
  const hosted = { ephemeral: options.data === undefined, openSignup: true, adminToken: 'admin' }
  const sandbox = await createSandbox({ ...hosted, resetEvery: '24h', ...options }, { clock })
  onTestFinished(() => sandbox.close())
  const control = controlOf(sandbox)
  const signUp = async () => (await control.post('/signup', { body: {} })).body.data
  /** Moves the time, and ends the pauses of background work. */
  const pass = async (ms: number) => {
    // The removal of idle accounts, and the resets.
    const hours = () => [...pauses.values()].filter((ms) => ms === HOUR_MS)
    await expect.poll(hours).toHaveLength(2)
    time += ms
    for (const end of pauses.keys()) end()
    pauses.clear()
  }
  return { sandbox, control, api: apiOf(sandbox.url), signUp, pass }
}

const namesOf = async (api: ReturnType<typeof apiOf>, key: string): Promise<string[]> =>
  (await api.get('/campaigns', { key })).body.data.map(({ name }: { name: string }) => name)

it('returns the fixture and what visitors have to the beginning, and leaves keys, snapshots and the operator’s accounts', async () => {
  const { sandbox, control, api, signUp, pass } = await startDemo()
  const visitor = await signUp()
  const operated = await sandbox.accounts.create({ id: 'acc_team' })
  const { token: own } = await sandbox.keys.create({ name: 'Own' }, { account: 'acc_demo' })
  for (const key of [visitor.key.token, operated.key.token, own]) {
    await api.post('/campaigns', { key, body: CAMPAIGN })
  }
  const token = visitor.key.token
  await control.post('/snapshots', { token, body: { name: 'mine' } })
  await sandbox.faults.add({ operation: 'listAlerts', error: 'rate_limit_exceeded' })

  await pass(23 * HOUR_MS)
  expect(await namesOf(api, token)).toContain(CAMPAIGN.name)
  await pass(HOUR_MS)

  await expect.poll(() => namesOf(api, token)).not.toContain(CAMPAIGN.name)
  expect(await namesOf(api, token)).toHaveLength(12)
  expect(await namesOf(api, 'svc_test_demo')).not.toContain(CAMPAIGN.name)
  expect(await sandbox.faults.list()).toEqual([])
  expect((await sandbox.timeline.get({ account: 'acc_demo' })).changes).toMatchObject([
    { operation: 'resetSandbox', source: 'sandbox' },
  ])
  expect(await namesOf(api, operated.key.token)).toContain(CAMPAIGN.name)
  const restored = await control.post('/snapshots/mine/restore', { token })
  expect(restored.status).toBe(200)
  expect(await namesOf(api, token)).toContain(CAMPAIGN.name)
})

it('brings removed fixture accounts back, and removes those that are not in the fixture any more', async () => {
  const data = temporaryFolder()
  const before = await startDemo({ data, resetEvery: undefined })
  await before.sandbox.accounts.delete('acc_demo')
  await before.sandbox.close()
  const fixture = temporaryFile(
    'fixture.yaml',
    'accounts: [{ id: acc_new, keys: [{ token: svc_test_new }] }]',
  )
  const { sandbox, pass } = await startDemo({ data, fixture })
  const ids = async () => (await sandbox.accounts.list()).map(({ id }) => id)
  expect(await ids()).not.toContain('acc_new')

  await pass(24 * HOUR_MS)

  await expect.poll(ids).toEqual(['acc_new'])
})

it('leaves an account of the operator that has the id of one of the fixture', async () => {
  const { sandbox, api, signUp, pass } = await startDemo()
  const visitor = await signUp()
  await sandbox.accounts.delete('acc_demo')
  const { key } = await sandbox.accounts.create({ id: 'acc_demo' })
  for (const { token } of [key, visitor.key]) {
    await api.post('/campaigns', { key: token, body: CAMPAIGN })
  }

  await pass(24 * HOUR_MS)

  // Visitors' accounts come last.
  await expect.poll(() => namesOf(api, visitor.key.token)).not.toContain(CAMPAIGN.name)
  expect(await namesOf(api, key.token)).toContain(CAMPAIGN.name)
})

it('counts the interval over restarts, and makes up for a reset that was missed', async () => {
  const data = temporaryFolder()
  const first = await startDemo({ data })
  const { key } = await first.signUp()
  await first.pass(0)
  await first.sandbox.close()
  const second = await startDemo({ data }, START + 20 * HOUR_MS)
  await second.api.post('/campaigns', { key: key.token, body: CAMPAIGN })
  await second.pass(3 * HOUR_MS)
  expect(await namesOf(second.api, key.token)).toContain(CAMPAIGN.name)
  await second.sandbox.close()

  const third = await startDemo({ data }, START + 31 * HOUR_MS)

  await expect.poll(() => namesOf(third.api, key.token)).not.toContain(CAMPAIGN.name)
  await third.api.post('/campaigns', { key: key.token, body: CAMPAIGN })
  // 48 hours after the first start: a late reset does not move those after it.
  await third.pass(17 * HOUR_MS)
  await expect.poll(() => namesOf(third.api, key.token)).not.toContain(CAMPAIGN.name)
})

it('gives visitors what --signup-fixture has now', async () => {
  const signupFixture = temporaryFile(
    'fixture.yaml',
    `accounts: [{ id: acc_of_visitors, keys: [{ token: svc_test_template }], campaigns: [{ name: Tutorial, type: serp, keywords: [a], frequency: daily }] }]`,
  )
  const data = temporaryFolder()
  const before = await startDemo({ data })
  const { key } = await before.signUp()
  await before.pass(0)
  await before.sandbox.close()

  const { api, control } = await startDemo({ data, signupFixture }, START + 25 * HOUR_MS)

  await expect.poll(() => namesOf(api, key.token)).toEqual(['Tutorial'])
  const reset = await control.post('/reset', { token: key.token, body: {} })
  expect(reset.body.message).toContain('reset to the fixture')
  expect(await namesOf(api, key.token)).toEqual(['Tutorial'])
})
