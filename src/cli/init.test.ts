import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../test/support/processes/commands.ts'
import { startServing } from '../../test/support/processes/serve-process.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

/** The response of a running sandbox to a key. */
async function get(url: string, path: string, key: string) {
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('svc-sandbox init', () => {
  it('writes a fixture and prints a command that starts the sandbox with it', async () => {
    const cwd = temporaryFolder()

    const { code, stdout } = await runCommand(['init'], { cwd })
    const [, flags = ''] = /svc-sandbox serve (.+)/.exec(stdout) ?? []
    const { url } = await startServing(flags.split(' '), { cwd })

    expect(code).toBe(0)
    expect(readdirSync(cwd)).toEqual(['my-accounts.yaml'])
    const [, key = ''] = /permissions is (\w+)/.exec(stdout) ?? []
    const shop = await get(url, '/serp/rankings?campaign_id=cmp_shop', key)
    const mentions = await get(url, '/chat/mentions?brand=Ridgeway%20Outdoor', key)
    const report = await get(url, '/reports/generate?campaign_id=cmp_answers', key)
    expect([shop.status, mentions.status, report.status]).toEqual([200, 200, 200])
    expect(shop.body.meta.pagination.total).toBe(90)
    expect(mentions.body.meta.pagination.total).toBeGreaterThan(0)
    const reads = await get(url, '/campaigns', 'svc_restricted_mine')
    expect(reads.body.data).toHaveLength(2)
    const none = await get(url, '/campaigns', 'svc_test_new')
    expect(none.body.data).toEqual([])
  })

  it('explains every field of a fixture', async () => {
    const cwd = temporaryFolder()
    await runCommand(['init', 'own.yaml'], { cwd })

    const text = readFileSync(join(cwd, 'own.yaml'), 'utf8')

    const fields = [
      ...['plan', 'users', 'email', 'password', 'role', 'token', 'permissions', 'rate_limit'],
      ...['allowed_ips', 'created', 'expires', 'revoked', 'keywords', 'frequency', 'location'],
      ...['device', 'search_engine', 'brand', 'domain', 'competitors', 'since', 'status'],
      'generate_campaigns',
    ]
    expect(fields.filter((field) => !new RegExp(`\\b${field}: ?`).test(text))).toEqual([])
    expect(text.match(/^ *#/gm)?.length).toBeGreaterThan(20)
  })

  it('keeps an existing file unless --force is given', async () => {
    const cwd = temporaryFolder()
    const file = join(cwd, 'own.yaml')
    writeFileSync(file, 'mine\n')

    const refused = await runCommand(['init', 'own.yaml'], { cwd })
    const kept = readFileSync(file, 'utf8')
    const forced = await runCommand(['init', 'own.yaml', '--force'], { cwd })

    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('own.yaml already exists')
    expect(refused.stderr).toContain('--force')
    expect(kept).toBe('mine\n')
    expect(forced.code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('accounts:')
  })

  it('writes no recipe if one of the files exists', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'compose.sandbox.yaml'), 'mine\n')

    const refused = await runCommand(['init', 'own.yaml', '--compose', '--playwright'], { cwd })

    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('compose.sandbox.yaml already exists.')
    expect(readdirSync(cwd)).toEqual(['compose.sandbox.yaml'])
  })

  it('writes the fixture as well as a recipe if it is named', async () => {
    const cwd = temporaryFolder()

    const { code } = await runCommand(['init', 'own.yaml', '--compose'], { cwd })

    expect(code).toBe(0)
    expect(readdirSync(cwd).sort()).toEqual(['compose.sandbox.yaml', 'own.yaml'])
  })

  it.each([['folder', 'folder is']])('says why it cannot write %s', async (file, message) => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'folder'))

    const { code, stderr } = await runCommand(['init', file, '--force'], { cwd })

    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})
