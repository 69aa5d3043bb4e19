import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SEQUENCES } from '../self-test/bugs/sequences.ts'
import { all, changed, failed, failedWith, keyed } from '../self-test/changes.ts'
import { startServer } from '../self-test/server.ts'
import { fuzzServer, fuzzSettingsFor } from '../self-test/suite.ts'
import { Refusal, type World } from '../self-test/world.ts'
import { inWords } from './command.ts'
import { caseAt } from './generation/cases.ts'
import { REQUESTS_PER_CASE } from './quota.ts'
import { readReplay, replayOf } from './replay.ts'
import { fuzz } from './run.ts'
import { fuzzReport } from './terminal.ts'

const bugNamed = (start: string) => {
  const found = SEQUENCES.find(({ name }) => name.startsWith(start))
  if (!found) throw new Error(`There is no bug ${start}.`)
  return found.plant
}
const STALE = bugNamed('the first reads after an update')

/** The requests, sorted as text, because two requests at a time arrive in any order. */
async function requestsOf(seed: number): Promise<string[]> {
  const asked: string[] = []
  await fuzzServer(
    {},
    { cases: 8, seed },
    {
      onExchange: ({ method, url, requestBody = '' }) =>
        asked.push(`${method} ${new URL(url).pathname}${new URL(url).search} ${requestBody}`),
    },
  )
  return asked.sort()
}

describe('a seed', () => {
  it('makes the same requests each time, and another seed makes others', async () => {
    const [first, second, other] = [await requestsOf(5), await requestsOf(5), await requestsOf(6)]

    expect(first.length).toBeGreaterThan(50)
    expect(second).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('makes each case independently of earlier cases', () => {
    const one = caseAt(7, 40)

    expect(caseAt(7, 40)).toEqual(one)
    expect(caseAt(7, 41)).not.toEqual(one)
    expect(caseAt(8, 40)).not.toEqual(one)
  })

  it('sends no writes with --read-only', async () => {
    const methods = new Set<string>()

    const { result } = await fuzzServer(
      {},
      { cases: 20, readOnly: true },
      {
        onExchange: ({ method }) => methods.add(method),
      },
    )

    expect(result.outcome).toBe('passed')
    expect([...methods]).toEqual(['GET'])
    expect(result.untried).toContain('writes: the run is --read-only')
  })
})

describe('a failure', () => {
  it('is written to a file that plays the same case again, and holds no key', async () => {
    const { result } = await fuzzServer(STALE, { cases: 50 })
    const replay = replayOf(result)
    const again = await fuzzServer(STALE, { replay: replay?.commands ?? [] })
    const mended = await fuzzServer({}, { replay: replay?.commands ?? [] })

    expect(again.result.failure?.rule).toBe('read_back')
    expect(again.result.failure?.requests).toHaveLength(3)
    expect(mended.result.outcome).toBe('passed')
    expect(JSON.stringify(replay)).not.toContain('svc_test_')
  })

  it('is printed in words and as a script that shows it again', async () => {
    const server = await startServer(STALE)
    onTestFinished(() => server.close())

    const result = await fuzz(fuzzSettingsFor(server, { cases: 50 }))
    const text = fuzzReport(result, { replayFile: 'case.json' })

    expect(text).toContain('✘ 4.17  A campaign is returned as it was sent')
    expect(text).toMatch(/1\. main: create a campaign: .*\n(.*\n)*.*2\. main: update campaign 0/)
    expect(text).toMatch(/^ID1=\$\(curl -s -X POST .*node -pe/m)
    expect(text).toMatch(
      /^curl -i '.*\/campaigns\/'"\$ID1" -H "Authorization: Bearer \$SVC_TOKEN"/m,
    )
    expect(text).toMatch(/^FAILED {2}case \d+ broke a rule; smallest reproduction: 3 requests$/m)
    expect(text).toMatch(/^seed 1 · /m)
    expect(text).toContain('--replay case.json')
    expect(text).not.toContain(server.tokens.main)
  })

  it('gives the campaigns of each case a mark of its own', async () => {
    const marks = new Set<string>()
    await fuzzServer(
      {},
      { cases: 6 },
      {
        onExchange: ({ operation, requestBody = '' }) => {
          const [mark] = /svc-fuzz-test \d+m/.exec(requestBody) ?? []
          if (operation === 'createCampaign' && mark) marks.add(mark)
        },
      },
    )

    expect(marks.size).toBeGreaterThan(2)
  })

  it('leaves nothing behind, even if the server creates what it refuses', async () => {
    const { result, left } = await fuzzServer(bugNamed('a refused create'), {
      cases: 300,
    })

    expect(result.outcome).toBe('failed')
    expect(left).toEqual([])
  })
})

describe('a quota', () => {
  it('that is too low for all cases ends the run before it creates anything', async () => {
    const { result } = await fuzzServer({ options: { mainLimit: 400 } }, { cases: 100 })

    expect(result.outcome).toBe('could_not_run')
    expect(result.reason).toMatch(
      /^The main key has 39\d requests left, and 100 cases take about 1500\. Try --cases 21, /,
    )
    expect(result.requests).toBeLessThan(5)
  })

  it('is never used up, even if others use the key', async () => {
    const greedy = {
      options: { mainLimit: 1000 },
      plant: (world: World) => {
        const { count } = world
        world.count = (key, request) => {
          const isFine = count(key, request)
          key.used = Math.min(key.limit, key.used + 3)
          return isFine
        }
      },
    }
    let last = Number.POSITIVE_INFINITY

    const { result, left } = await fuzzServer(
      greedy,
      { cases: 50 },
      {
        onExchange: ({ response }) => {
          last = Number(response?.headers['x-ratelimit-remaining'] ?? last)
        },
      },
    )

    expect(result.outcome).toBe('cut_short')
    expect(result.reason).toMatch(
      /requests left, which are reserved for other clients; its quota resets in \d+ s/,
    )
    expect(last).toBeGreaterThan(0)
    expect(left).toEqual([])
  })

  it('is estimated by the real number of requests of a case', async () => {
    const { result } = await fuzzServer({}, { cases: 150, seed: 3 })

    const average = result.requests / result.cases.played
    expect(average).toBeLessThan(REQUESTS_PER_CASE)
    expect(average).toBeGreaterThan(REQUESTS_PER_CASE / 2)
  })
})

describe('a failure of the service', () => {
  const crashing = (world: World) => {
    const { accept } = world
    world.accept = (body, request) => {
      if (body.keywords?.length === 1) throw new Refusal('invalid_request', 'Oops', { status: 500 })
      return accept(body, request)
    }
  }

  it('is reported for a status of 5xx', async () => {
    const { result } = await fuzzServer(crashing, { cases: 12 })

    expect(result.failure?.rule).toBe('failure')
    expect(result.failure?.requests).toHaveLength(1)
  })

  it('is not reported if the server uses 5xx for ordinary refusals', async () => {
    const always = changed(failed, (reply) => {
      reply.status = 500
    })

    // Each refusal is sent again after a wait, so cases are few; the test above finds the same bug in fewer.
    const { result } = await fuzzServer(all(crashing, always), { cases: 12 })

    expect(result.outcome).toBe('passed')
  })

  it('is not reported for a rate limit with a status of 5xx', async () => {
    const limited = all(
      changed(failedWith('rate_limit_exceeded'), (reply) => {
        reply.status = 503
      }),
      keyed('restricted', { limit: 40 }),
    )

    const { result } = await fuzzServer(limited, { cases: 30 })

    expect(result.outcome).toBe('passed')
    expect(result.untried.join()).toContain('restricted key: its quota was almost used up')
  })
})

it('says what it could not try without keys', async () => {
  const server = await startServer({})
  onTestFinished(() => server.close())
  const settings = fuzzSettingsFor(server, { cases: 5 })

  const { untried, outcome } = await fuzz({ ...settings, tokens: { main: settings.tokens.main } })

  expect(outcome).toBe('passed')
  expect(untried).toContain('restricted key: not given')
  expect(untried.join()).toContain('so isolation between accounts was not tested')
})

it('refuses a key of the same account as --other-token', async () => {
  const { result } = await fuzzServer(
    (world) => {
      world.keyFor = () => world.keys[0]
    },
    { cases: 5 },
  )

  expect(result.outcome).toBe('could_not_run')
  expect(result.reason).toContain('--other-token is a key of the same account as --token')
})

it('names each command in words', () => {
  expect(
    inWords({
      do: 'together',
      commands: [
        { do: 'delete', key: 'main', campaign: 1 },
        { do: 'list', key: 'other', query: 'limit=0' },
      ],
    }),
  ).toBe('main: delete campaign 1, and at the same time other: list campaigns with limit=0')
})

it.each([
  ['is not there', undefined],
  ['is no JSON', '{'],
  ['has no commands', '{"format":1,"seed":1,"commands":[]}'],
  ['has an unknown command', '{"format":1,"seed":1,"commands":[{"do":"drop","key":"main"}]}'],
])('refuses a replay file that %s', (_, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-fuzz-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'case.json')
  if (text !== undefined) writeFileSync(file, text)

  expect(() => readReplay(file)).toThrow(`--replay ${file}`)
})
