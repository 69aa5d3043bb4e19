import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { runSuite } from '../run.ts'
import { repliesTo } from '../self-test/changes.ts'
import { startServer } from '../self-test/server.ts'
import { plantedAs, settingsFor } from '../self-test/suite.ts'
import { reproductionOf } from './reproduction.ts'
import type { Failure } from './result.ts'

const bash = promisify(execFile)

/** The first failure of a fact of a server with a bug, its server, and what its commands print. */
async function reproduce(name: string, fact: string, operation?: string) {
  const server = await startServer(plantedAs(name))
  onTestFinished(() => server.close())
  const { result } = await runSuite(settingsFor(server))
  const failure = result.checks
    .flatMap(({ failures }) => failures)
    .find((each) => each.fact === fact && (!operation || each.operation === operation))
  const { script = '', curl = '' } = failure?.exchange ?? {}
  const before = server.campaigns().length
  const { stdout } = await bash('bash', ['-euc', script || curl], {
    env: {
      PATH: process.env.PATH,
      SVC_TOKEN: server.tokens.main,
      SVC_LIMITED_TOKEN: server.tokens.limited,
      SVC_RESTRICTED_TOKEN: server.tokens.restricted,
      SVC_REVOKED_TOKEN: server.tokens.revoked,
    },
  })
  return { failure: failure as Failure, script, stdout, left: server.campaigns().length - before }
}

it('repeats a lost update from nothing: create, update, read, and delete', async () => {
  const name = 'an update is not saved'
  const { script, stdout, left } = await reproduce(name, '4.17', 'getCampaign')

  expect(script.match(/-X (\w+)/g)).toEqual(['-X POST', '-X PUT', '-X DELETE'])
  expect(stdout).toContain('HTTP/1.1 200')
  expect(stdout).toContain('"name":"svc-check-test first')
  expect(left).toBe(0)
})

it('repeats what a list shows, with the campaign that is meant and no other', async () => {
  const name = 'the list shows the old name of an updated campaign'
  const { script, stdout, left } = await reproduce(name, '4.17', 'listCampaigns')

  expect(script.match(/-X POST/g)).toHaveLength(1)
  expect(stdout).toContain('"name":"svc-check-test first')
  expect(left).toBe(0)
})

it.each([
  ['a request without a key creates', '5.7.1', 'as anonymous'],
  ['a request without a key deletes', '5.7.1', 'not_found'],
  ['a request with a restricted key updates', '5.7.6', 'restricted'],
])('ends with the read that shows it: %s', async (name, fact, shown) => {
  const { stdout, failure, left } = await reproduce(name, fact)

  expect(failure.exchange?.method).toBe('GET')
  expect(stdout.match(/HTTP\/1.1/g)).toHaveLength(1)
  expect(stdout).toContain(shown)
  expect(left).toBe(0)
})

it('deletes what a create made that should have been refused', async () => {
  const { script, stdout, left } = await reproduce('a missing name is Untitled', '2.2')

  expect(script.match(/-X (\w+)/g)).toEqual(['-X POST', '-X DELETE'])
  expect(stdout).toContain('HTTP/1.1 201')
  expect(left).toBe(0)
})

it('uses up a limit with one loop, and creates no campaign for it', async () => {
  const name = 'the limit lets one more through'
  const { script, stdout, left } = await reproduce(name, '8.18')

  expect(script).toMatch(/^# Use up the limit of the key\nfor request in \$\(seq 5\); do curl/)
  expect(script).not.toContain('-X')
  expect(stdout).toContain('HTTP/1.1')
  expect(left).toBe(0)
})

it('uses up a limit before a create that it should refuse, and deletes what is created', async () => {
  const name = 'the limit is not enforced for writes'
  const { script, left } = await reproduce(name, '8.18', 'createCampaign')

  expect(script.match(/-X (\w+)/g)).toEqual(['-X POST', '-X DELETE'])
  expect(left).toBe(0)
})

it('reads ids that are numbers', async () => {
  const { script, stdout } = await reproduce('ids are numbers', '4.16')

  expect(script).toContain('.data.id)')
  // This server finds no campaign by its number, but it knows that a path without an id is a list.
  expect(stdout).toContain('HTTP/1.1 404')
})

it.each(['a create answers without an id', 'ids have characters that a path has to escape'])(
  'finds the id where the response does not show it as it is: %s',
  async (name) => {
    const planted = plantedAs(name)
    const server = await startServer((world) => {
      planted.plant?.(world)
      repliesTo('getCampaign', ({ body }) => {
        body.data.type = 7
      })(world)
    })
    onTestFinished(() => server.close())
    const { result } = await runSuite(settingsFor(server))
    const failure = result.checks
      .flatMap(({ failures }) => failures)
      .find(({ fact }) => fact === '2.19')

    const { stdout } = await bash('bash', ['-euc', failure?.exchange?.script ?? ''], {
      env: { PATH: process.env.PATH, SVC_TOKEN: server.tokens.main },
    })

    expect(stdout).toContain('"type":7')
    expect(server.campaigns().filter(({ name }) => name.includes('svc-check-test'))).toEqual([])
  },
)

it('gives the command alone where nothing has to be created', async () => {
  const { script, stdout } = await reproduce('a missing key is HTML', '4.4')

  expect(script).toBe('')
  expect(stdout).toContain('401 Unauthorized')
})

it('encodes an id that has no space and is still no part of a path', () => {
  const data = { id: 'a/b', name: 'one' }
  const create = exchangeOf('createCampaign', 'POST', 'http://a/api/campaigns', data)
  const get = exchangeOf('getCampaign', 'GET', 'http://a/api/campaigns/a%2Fb', data)

  expect(reproductionOf([get], [create, get])?.script).toContain('encodeURIComponent')
})

function exchangeOf(operation: string, method: string, url: string, data: object): Exchange {
  const json = { success: true, data }
  return {
    credential: 'main',
    operation,
    method,
    url,
    requestHeaders: {},
    requestBody: '{"name":"one"}',
    response: { status: 200, headers: {}, text: JSON.stringify(json), isUtf8: true, json },
    startedAt: 0,
    endedAt: 1,
  }
}
