import { expect, it } from 'vitest'
import { commandsAt } from '../../../test/support/processes/commands.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFile } from '../../../test/support/temporary.ts'

async function start() {
  const sandbox = await startSandbox()
  return { sandbox, run: commandsAt(sandbox.url) }
}

it('creates, lists, counts and deletes keys', async () => {
  const { sandbox, run } = await start()
  const terms = '--permission campaigns:read --rate-limit 5 --expires-in 90d'

  const created = await run(`keys create Dashboard ${terms}`)
  const [token = ''] = created.stdout.split('\n')
  await sandbox.api.get('/campaigns', { key: token })
  const id = /key_\w+/.exec(created.stdout)?.[0] as string
  const listed = await run('keys list')
  const usage = await run(`keys usage ${id}`)
  const deleted = await run(`keys delete ${id}`)
  const after = await run('keys list --deleted')

  expect(created.stdout).toContain('valid until 2026-04-15 09:30')
  expect(token).toMatch(/^svc_restricted_/)
  const lines = listed.stdout.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^ID +PREFIX +NAME +PERMISSIONS +CREATED +LAST USED +STATUS$/)
  const at = lines[0]?.indexOf('NAME') as number
  const line = lines.find((each) => each.startsWith(id))
  expect(line?.slice(at)).toMatch(
    /^Dashboard {2,}campaigns:read +2026-01-15 {2}2026-01-15 09:30 {2}active$/,
  )
  expect(usage.stdout).toBe(
    'DAY         REQUESTS  429  4XX  5XX\n' +
      '2026-01-15         1    0    0    0\n' +
      'total              1    0    0    0\n',
  )
  expect(deleted.stdout).toContain('Deleted')
  expect(after.stdout).toContain('deleted 2026-01-15 09:30')
  expect(listed.stdout).not.toContain(token)
})

it('creates accounts from a local file, lists and deletes them', async () => {
  const { sandbox, run } = await start()
  const fixture = temporaryFile('shop.yaml', 'accounts: [{ id: acc_shop, name: Shop Ltd }]')

  const created = await run('accounts create --id acc_mine --fixture', fixture)
  const token = /svc_test_\S+/.exec(created.stdout)?.[0] as string
  const me = await sandbox.api.get('/auth/me', { key: token })
  const listed = await run('accounts list')
  const removed = await run('accounts delete acc_mine')

  expect(created.stdout).toContain('Created acc_mine (Shop Ltd, Professional) with 0 campaigns.')
  expect(me.body.data.account.id).toBe('acc_mine')
  expect(listed.stdout).toMatch(/^acc_mine +Shop Ltd +Professional +0 +1 +operator/m)
  expect(removed.stdout).toContain('Removed acc_mine')
})

it('saves and restores snapshots, and resets', async () => {
  const { sandbox, run } = await start()
  const saved = await run('snapshot save clean')
  await run('snapshot save second')
  await sandbox.keys.create({ name: 'Later' })

  const restored = await run('snapshot restore clean')
  const listed = await run('snapshot list --json')
  const deleted = await run('snapshot delete clean second')
  const again = await run('snapshot restore clean')
  const empty = await run('reset --account acc_demo --fixture empty')

  expect(saved.stdout).toBe('Saved acc_demo as clean.\n')
  expect(restored.stdout).toContain('is as it was when clean was saved')
  expect((await sandbox.keys.list()).map(({ name }) => name)).not.toContain('Later')
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { name: 'clean', campaigns: 12 },
    { name: 'second' },
  ])
  expect(deleted.stdout).toBe('Deleted clean of acc_demo.\nDeleted second of acc_demo.\n')
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('It has none')])
  expect(empty.stdout).toContain('is reset to the fixture empty')
  expect((await sandbox.api.get('/campaigns')).body.data).toEqual([])
})
