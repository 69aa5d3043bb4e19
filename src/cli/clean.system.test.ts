import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isOfSuite } from '../../contract-tests/journey/clean-up.ts'
import { handled, type Plant, replies } from '../../contract-tests/self-test/changes.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { Refusal } from '../../contract-tests/self-test/world.ts'
import { runCommand } from '../../test/support/processes/commands.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

const OLD = 'svc-check-0123456789'

/** Names that are not of the suite, though alike. */
const OTHERS = ['my svc-check-0123456789', 'svc-check-012345678', 'svc-check-0123456789abc', 'Acme']
const LEFT = [`${OLD} first`, 'svc-fuzz-aaaaaaaaaa 3m a', `${OLD.toUpperCase()} second`]

async function serve(plant?: Plant) {
  const server = await startServer({ options: { seeded: 0 }, ...(plant && { plant }) })
  onTestFinished(() => server.close())
  const headers = {
    authorization: `Bearer ${server.tokens.main}`,
    'content-type': 'application/json',
  }
  for (const name of [...OTHERS, ...LEFT]) {
    const body = JSON.stringify({ name, type: 'serp', keywords: ['a'], frequency: 'daily' })
    await fetch(`${server.baseUrl}/campaigns`, { method: 'POST', headers, body })
  }
  const names = () =>
    server
      .campaigns()
      .filter(({ account }) => account === 'acc_main')
      .map(({ name }) => String(name))
  const args = [server.baseUrl, '--token', server.tokens.main]
  const clean = (cwd?: string) => runCommand(['clean', ...args], cwd === undefined ? {} : { cwd })
  const checkClean = () => runCommand(['check', ...args, '--clean'])
  return { names, clean, checkClean }
}

it('removes what earlier runs left, prints each name, and touches nothing else', async () => {
  const { names, clean, checkClean } = await serve()

  const { code, stdout, stderr } = await clean()

  expect(stderr).toBe('')
  for (const name of LEFT) expect(stdout).toMatch(new RegExp(`^Removed ${name} \\(.+\\)$`, 'm'))
  expect(stdout).toMatch(/^3 campaigns of earlier runs removed; 7 campaigns looked at\.$/m)
  expect(code).toBe(0)
  expect(names().sort()).toEqual([...OTHERS].sort())

  expect((await checkClean()).stdout).toMatch(/^0 campaigns of earlier runs removed/)
})

const PAGE = 2

/** Pages of two rows, which `cut` chooses from the rows and the query. */
function paged(
  cut: (rows: unknown[], query: URLSearchParams) => { rows: unknown[]; [member: string]: unknown },
  link?: (query: URLSearchParams) => string,
): Plant {
  return replies((reply, { operation, query }) => {
    if (operation !== 'listCampaigns' || !Array.isArray(reply.body.data)) return
    const { rows, ...more } = cut(reply.body.data, query)
    reply.body = { ...reply.body, ...more, data: rows }
    if (link) reply.headers.Link = link(query)
  })
}

const from = (rows: unknown[], start: number) => rows.slice(start, start + PAGE)
const numberIn = (query: URLSearchParams, name: string, otherwise: number) =>
  Number(query.get(name) ?? otherwise)

it.each<[string, Plant]>([
  [
    'numbers from 1',
    paged((rows, q) => ({ rows: from(rows, (numberIn(q, 'page', 1) - 1) * PAGE) })),
  ],
  ['numbers from 0', paged((rows, q) => ({ rows: from(rows, numberIn(q, 'page', 0) * PAGE) }))],
  [
    'cursors',
    paged((rows, q) => {
      const start = numberIn(q, 'cursor', 0)
      const next = start + PAGE < rows.length ? { next_cursor: String(start + PAGE) } : {}
      return { rows: from(rows, start), pagination: next }
    }),
  ],
])('follows pages by %s', async (_, plant) => {
  const { names, clean } = await serve(plant)

  const { code, stdout } = await clean()

  expect(code).toBe(0)
  expect(stdout).toContain('7 campaigns looked at')
  expect(names().sort()).toEqual([...OTHERS].sort())
})

it('leaves out what a configuration says about facts', async () => {
  const { clean } = await serve()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'svc-sandbox.config.json'), '{"only":"9.1","compare":"packaged"}')

  const { code, stderr } = await clean(folder)

  expect(stderr).toBe('')
  expect(code).toBe(0)
})

it('exits with 1 and a command for what it could not delete', async () => {
  const { clean } = await serve(
    handled('deleteCampaign', () => {
      throw new Refusal('server_error', 'No deletion today')
    }),
  )

  const { code, stdout } = await clean()

  expect(stdout).toContain('curl -i -X DELETE')
  expect(code).toBe(1)
})

it.each([
  [{ name: `${OLD} a` }, true],
  [{ name: `x ${OLD}`, keywords: [`${OLD} a`] }, false],
  [{ name: null, keywords: [`${OLD} a`, `${OLD} b`] }, true],
  [{ keywords: [`${OLD} a`, 'shoes'] }, false],
  [{ keywords: [] }, false],
  [{}, false],
])('knows whether %j is of the suite: %s', (campaign, isIt) => {
  expect(isOfSuite(campaign)).toBe(isIt)
})
