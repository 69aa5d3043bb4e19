import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { change } from '../support/overlays.ts'
import { CAMPAIGN, startSandbox } from '../support/sandbox.ts'
import { accountWith, campaigns } from '../support/store-accounts.ts'
import { overlayFile, temporaryFolder } from '../support/temporary.ts'

it('an account has at most 10,000 campaigns', async () => {
  const fixture = join(temporaryFolder(), 'full.yaml')
  writeFileSync(
    fixture,
    'accounts: [{ id: acc_a, keys: [{ token: svc_test_demo }], generate_campaigns: 9999 }]',
  )
  const { api } = await startSandbox({ fixture })

  const last = await api.post('/campaigns', { body: CAMPAIGN })
  const more = await api.post('/campaigns', { body: CAMPAIGN })
  await api.delete(`/campaigns/${last.body.data.id}`)
  const again = await api.post('/campaigns', { body: CAMPAIGN })

  expect([last.status, more.status, again.status]).toEqual([201, 400, 201])
  expect(more.body.error).toMatchObject({
    code: 'invalid_request',
    message: 'This account has 10000 campaigns; the maximum is 10000. Delete one and try again.',
    details: { limit: 10_000 },
  })
})

it('an overlay lowers the limit, but does not raise it', async () => {
  const limited = (per_account: number) =>
    startSandbox({ overlay: overlayFile(change('$', { 'x-campaigns': { per_account } })) })
  const { api } = await limited(13)

  const { status } = await api.post('/campaigns', { body: CAMPAIGN })
  const more = await api.post('/campaigns', { body: CAMPAIGN })

  expect([status, more.status]).toEqual([201, 400])
  await expect(limited(10_001)).rejects.toThrow('x-campaigns.per_account')
})

it('an account of an earlier release that has more is read-only, and a start says so', async () => {
  const data = tooLarge()
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  onTestFinished(() => write.mockRestore())
  const sandbox = await startSandbox({ data, log: 'terminal' })
  const { api } = sandbox
  const key = 'svc_test_acc_a'

  const list = await api.get('/campaigns', { key, query: { limit: 1 } })
  const created = await api.post('/campaigns', { key, body: CAMPAIGN })
  const deleted = await api.delete('/campaigns/cmp_1', { key })
  const moved = sandbox.clock.advance({ days: 1 }, { account: 'acc_a' })

  const sentence =
    'Account acc_a has 10,001 campaigns. An account can have 10,000, so this one can be read but ' +
    'not changed. Stop the sandbox, write the account to a file with svc-sandbox export, and split ' +
    'it into several accounts.'
  expect(list.status).toBe(200)
  expect([created.status, deleted.status]).toEqual([400, 400])
  expect(created.body.error).toMatchObject({ code: 'invalid_request', message: sentence })
  await expect(moved).rejects.toThrow('has 10,001 campaigns')
  const said = lines.filter((line) => line.includes('10,001 campaigns'))
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(sentence)
})

it('such an account is refused before anything beside it is changed', async () => {
  const data = tooLarge()
  const fixture = join(data, 'small.yaml')
  writeFileSync(fixture, 'accounts: [{ id: acc_a, keys: [{ token: svc_test_acc_a }] }]')
  const { api, url } = await startSandbox({ data, fixture })
  const headers = { Authorization: 'Bearer svc_test_acc_a', 'Content-Type': 'application/json' }
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url.replace(/\/api$/, `/_sandbox${path}`), {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Answer }
  }
  const snapshots = () => readdirSync(join(data, 'snapshots'), { recursive: true }).sort()
  const before = snapshots()

  const refused = [
    await control('POST', '/snapshots', { name: 'later' }),
    await control('DELETE', '/snapshots/earlier'),
    await control('POST', '/clock', { advance: '1d' }),
    await api.delete('/campaigns/cmp_1', { key: 'svc_test_acc_a' }),
  ]
  const after = snapshots()
  const { body: timeline } = await control('GET', '/timeline')
  const restored = await control('POST', '/snapshots/earlier/restore')

  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect(after).toEqual(before)
  expect(timeline.data?.moments).toEqual([])
  expect(restored.body.error?.message).toBe(
    'The state of the snapshot earlier has 10,001 campaigns. An account can have 10,000, so it cannot be restored.',
  )
  expect((await control('POST', '/reset')).body.message).toMatch(/ This cannot be undone\.$/)
})

interface Answer {
  data?: { moments: object[] }
  message?: string
  error?: { message: string }
}

/** A data folder of an earlier release: an account with too many campaigns, and a snapshot of it. */
function tooLarge(): string {
  const data = temporaryFolder()
  const { campaigns: some, lastRuns: _, past: __, ...head } = accountWith(campaigns(10_001))
  const account = { ...head, campaigns: Object.fromEntries(some), lastRuns: {}, past: {} }
  const file = { format: 'svc-sandbox/account', version: 3, revision: 0, account }
  const snapshot = { ...file, saved_at: 0, shows: 0 }
  mkdirSync(join(data, 'accounts'))
  mkdirSync(join(data, 'snapshots', 'acc_a'), { recursive: true })
  writeFileSync(join(data, 'accounts', 'acc_a.json'), JSON.stringify(file))
  writeFileSync(join(data, 'snapshots', 'acc_a', 'earlier.json'), JSON.stringify(snapshot))
  return data
}
