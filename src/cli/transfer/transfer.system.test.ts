import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { postgres, testDatabase } from '../../../test/support/postgres.ts'
import { runCommand } from '../../../test/support/processes/commands.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { createSandbox } from '../../index.ts'
import type { Line, StateLine } from './export-accounts.ts'

const KEY = { authorization: 'Bearer svc_test_demo', 'content-type': 'application/json' }

const run = (...args: string[]) => runCommand(args, { cwd: tmpdir() })

async function exported(data: string, ...more: string[]): Promise<string> {
  const { code, stdout, stderr } = await run('export', '--data', data, ...more)
  expect(code, stderr).toBe(0)
  return stdout
}

const linesIn = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const shared = mkdtempSync(join(tmpdir(), 'svc-sandbox-'))
afterAll(() => rmSync(shared, { recursive: true, force: true }))

/** A folder with what an account can have, and its export. */
async function usedFolder() {
  const data = mkdtempSync(join(shared, 'data-'))
  const sandbox = await createSandbox({ data, log: 'silent' })
  const send = (method: string, path: string, body?: object) =>
    fetch(`${sandbox.url}${path}`, { method, headers: KEY, body: body && JSON.stringify(body) })
  const webhook = { url: 'https://127.0.0.1:9/', events: ['campaign.completed'] }
  await send('POST', '/webhooks', webhook)
  const answer = await send('GET', '/campaigns')
  const { data: campaigns } = (await answer.json()) as { data: { id: string }[] }
  await sandbox.clock.freeze()
  await sandbox.trigger('campaign.completed', { campaign: campaigns[0]?.id as string })
  await sandbox.snapshots.save('before')
  await send('DELETE', `/campaigns/${campaigns[1]?.id}`)
  await send('PUT', `/campaigns/${campaigns[2]?.id}`, { name: 'Renamed' })
  await sandbox.close()
  return { data, text: await exported(data) }
}

// Made by the first test, for all.
let used: Awaited<ReturnType<typeof usedFolder>>

describe('export and import', () => {
  beforeEach(async () => {
    used ??= await usedFolder()
  })

  it('holds accounts, deleted campaigns, deliveries and snapshots', () => {
    const lines = linesIn(used.text)

    expect(lines[0]).toEqual({ format: 'svc-sandbox/export', version: 2 })
    expect(lines.at(-1)).toEqual({ complete: true, lines: lines.length })
    const [demo, snapshot] = lines.filter(
      (line) => 'account' in line && line.account.id === 'acc_demo',
    )
    expect(demo).toMatchObject({ deliveries: [{ type: 'campaign.completed' }] })
    expect(snapshot).toMatchObject({ snapshot: { name: 'before' }, deliveries: [{}] })
    const campaigns = (line: unknown) => Object.keys((line as StateLine).account.campaigns)
    expect(campaigns(demo)).toHaveLength(campaigns(snapshot).length - 1)
    const past = (line: unknown) => Object.keys((line as StateLine).account.past)
    expect(past(demo)).toHaveLength(past(snapshot).length + 1)
  })

  it('imports no account with more than 10,000 campaigns, and nothing before it', async () => {
    const file = join(temporaryFolder(), 'export.jsonl')
    const other = join(temporaryFolder(), 'data')
    const lines = linesIn(used.text)
    const demo = lines.find((line) => 'account' in line && line.account.id === 'acc_demo')
    const { campaigns } = (demo as StateLine).account
    const [campaign] = Object.values(campaigns)
    for (let n = 0; n <= 10_000; n++)
      campaigns[`cmp_${n}`] = { ...campaign, id: `cmp_${n}` } as never
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

    const { code, stderr } = await run('import', file, '--data', other)

    expect(code).toBe(2)
    expect(stderr).toContain('svc-sandbox imported nothing.')
    expect(stderr).toContain('Account acc_demo has 10,0')
    expect(stderr).toContain('An account can have 10,000, so split this one into several accounts.')
    expect(linesIn(await exported(other))).toHaveLength(2)
  })

  it('serves what was imported, and restores its snapshots', async () => {
    const file = join(temporaryFolder(), 'export.jsonl')
    const data = join(temporaryFolder(), 'data')
    writeFileSync(file, used.text)
    await run('import', file, '--data', data)

    const sandbox = await createSandbox({ data, log: 'silent' })
    const count = async () => {
      const answer = await fetch(`${sandbox.url}/campaigns?limit=1`, { headers: KEY })
      return ((await answer.json()) as { meta: { pagination: { total: number } } }).meta.pagination
        .total
    }
    const before = await count()
    await sandbox.snapshots.restore('before')

    expect(await count()).toBe(before + 1)
    await sandbox.close()
  })

  it('exports single accounts, and refuses unknown ones', async () => {
    const text = await exported(used.data, '--account', 'acc_starter')
    const { code, stdout, stderr } = await run(
      ...['export', '--data', used.data, '--account', 'acc_none'],
    )

    expect(linesIn(text).at(-1)).toEqual({ complete: true, lines: 3 })
    expect(text).not.toContain('acc_demo"')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('There is no account acc_none.')
  })

  it('overwrites an account with --replace only', async () => {
    const file = join(temporaryFolder(), 'export.jsonl')
    const data = join(temporaryFolder(), 'data')
    writeFileSync(file, used.text)
    const fresh = await createSandbox({ data, log: 'silent' })
    await fresh.snapshots.save('other')
    await fresh.close()
    const before = await exported(data)

    const refused = await run('import', file, '--data', data)
    const unchanged = await exported(data)
    const replaced = await run('import', file, '--data', data, '--replace')

    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(/The accounts acc_demo, .* exist here\. Add --replace/)
    expect(unchanged).toBe(before)
    expect(replaced.code).toBe(0)
    expect(linesIn(await exported(data))).toEqual(linesIn(used.text))
  })

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['that is cut off', (lines) => lines.slice(0, -1), /cut off: its last line is missing/],
    ['that lacks a line', (lines) => lines.toSpliced(3, 1), /counts \d+ lines/],
    ['of an earlier release', ([, ...rest]) => [header(1), ...rest], /has version 1 of the format/],
    [
      'with a snapshot of no account',
      ([first, , ...rest]) => [String(first), ...rest],
      /belongs to no account/,
    ],
    ['of another program', () => ['{"id":1}'], /Line 1 does not name the format/],
    ['with a broken line', (lines) => lines.toSpliced(2, 1, '{'), /Line 3 is not JSON/],
    ['with an id that is a path', (lines) => lines.map(asPath), /An account id is 1 to 64/],
  ])('changes nothing for a file %s', async (_name, change, problem) => {
    const file = join(temporaryFolder(), 'export.jsonl')
    const data = join(temporaryFolder(), 'data')
    writeFileSync(file, `${change(used.text.trimEnd().split('\n')).join('\n')}\n`)

    const { code, stderr } = await run('import', file, '--data', data)

    expect(code).toBe(2)
    expect(stderr).toMatch(problem)
    expect(linesIn(await exported(data)).at(-1)).toEqual({ complete: true, lines: 2 })
  })

  it('lets only the owner read the file of a redirection, and warns of secrets', async () => {
    const file = join(temporaryFolder(), 'export.jsonl')
    const command = `"${process.execPath}" "${inject('cli')}" export --data "${used.data}" > "${file}"`

    const { stderr } = spawnSync('/bin/sh', ['-c', `umask 022; ${command}`], { encoding: 'utf8' })

    expect(readFileSync(file, 'utf8')).toBe(used.text)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(stderr).toContain('webhook and link secrets')
  })
})

const header = (version: number) => JSON.stringify({ format: 'svc-sandbox/export', version })
const asPath = (line: string) => line.replace('"id":"acc_starter"', '"id":"../acc"')

describe.skipIf(!postgres.isAvailable)('with a database', () => {
  it('makes the same accounts by way of a database, which replicas serve', async () => {
    const { url } = await testDatabase()
    const { data, text } = await usedFolder()
    const file = join(temporaryFolder(), 'export.jsonl')
    const other = join(temporaryFolder(), 'data')
    writeFileSync(file, text)

    const imported = await run('import', file, '--database', url)
    const again = await run('export', '--database', url)
    writeFileSync(file, again.stdout)
    const back = await run('import', file, '--data', other)

    expect([imported.stderr, imported.code, again.code, back.code]).toEqual(['', 0, 0, 0])
    expect(linesIn(again.stdout)).toEqual(linesIn(text))
    expect(linesIn(await exported(other))).toEqual(linesIn(await exported(data)))
  })
})
