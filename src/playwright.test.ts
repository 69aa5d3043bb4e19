import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bundledEntry } from '../test/support/bundled-entry.ts'
import { startSandbox } from '../test/support/sandbox.ts'
import { temporaryFolder } from '../test/support/temporary.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Runs a file of tests in two workers, of which each runs half; resolves with the output of its tests. */
async function play(sandboxUrl: string, tests: string): Promise<{ expected: number; out: string }> {
  const folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const entry = bundledEntry('playwright')
  writeFileSync(join(folder, 'a.spec.mjs'), `import { expect, test } from '${entry}'\n${tests}`)
  const config = { fullyParallel: true, workers: 2, reporter: 'json', use: { sandboxUrl } }
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}`)
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const text = await new Promise<string>((resolve) => {
    execFile(process.execPath, [cli, 'test'], { cwd: folder }, (_, output) => resolve(output))
  })
  const { stats, suites, errors } = JSON.parse(text) as Report
  const results = suites.flatMap(({ specs }) => specs).flatMap(({ tests }) => tests)
  const problems = results.flatMap((each) => each.results.flatMap(({ errors }) => errors))
  expect([...errors, ...problems]).toEqual([])
  const printed = results.flatMap((each) => each.results.flatMap(({ stdout }) => stdout))
  return { expected: stats.expected, out: printed.map(({ text }) => text).join('') }
}

interface Report {
  stats: { expected: number }
  errors: unknown[]
  suites: {
    specs: {
      tests: { results: { errors: unknown[]; stdout: { text: string }[] }[] }[]
    }[]
  }[]
}

it('gives each worker an account, which begins each test as it was created', async () => {
  const sandbox = await startSandbox()
  const before = await sandbox.accounts.list()

  const { expected, out } = await play(
    `${sandbox.url}/`,
    `
    for (const n of [1, 2, 3, 4]) {
      test('test ' + n, async ({ account, clock, faults, request, requests }) => {
        const headers = { Authorization: 'Bearer ' + account.key }
        const list = () => request.get(account.baseUrl + '/campaigns', { headers })
        expect(await faults.list()).toEqual([])
        expect(await requests.list()).toEqual([])
        expect(Math.abs((await clock.now()) - ${Date.UTC(2026, 0, 15, 9, 30)})).toBeLessThan(3600_000)
        expect((await (await list()).json()).data).toHaveLength(8)

        await clock.advance('2d')
        await faults.add({ operation: 'listCampaigns', error: 'server_error' })

        expect((await list()).status()).toBe(500)
        expect((await requests.list({ operation: 'listCampaigns' })).length).toBeGreaterThan(1)
        console.log(account.id)
      })
    }`,
  )

  const used = out.trim().split('\n')
  expect(expected).toBe(4)
  expect(used).toHaveLength(4)
  expect(new Set(used).size).toBe(2)
  expect(await sandbox.accounts.list()).toEqual(before)
  expect(await sandbox.faults.list()).toEqual([])
})

it('creates the account that the options describe', async () => {
  const sandbox = await startSandbox()

  const { out } = await play(
    sandbox.url,
    `
    test.use({ sandboxAccount: { name: 'Small', plan: 'Starter' } })
    test('a', async ({ request, account }) => {
      const headers = { Authorization: 'Bearer ' + account.key }
      const response = await request.get(account.baseUrl + '/campaigns', { headers })
      console.log(response.headers()['x-ratelimit-limit'])
    })`,
  )

  expect(out.trim()).toBe('100')
})
