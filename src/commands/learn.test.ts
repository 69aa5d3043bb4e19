import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer, type Twist } from '../../contract-tests/self-test/server.ts'
import { by, changed, data, succeeded } from '../../contract-tests/self-test/twists.ts'
import { startSandbox } from '../testing/sandbox.ts'
import { runCli } from '../testing/serve-process.ts'
import { temporaryFile, temporaryFolder } from '../testing/temporary.ts'

const wrapped: Twist = changed(
  by('listCampaigns'),
  succeeded,
  data((rows) => ({ items: rows, total: rows.length })),
)

async function serve(twist: Twist) {
  const server = await startServer(twist)
  onTestFinished(() => server.close())
  const { main, restricted, limited, revoked } = server.tokens
  return {
    baseUrl: server.baseUrl,
    keys: [
      ...['--token', main, '--restricted-token', restricted],
      ...['--limited-token', limited, '--revoked-token', revoked],
    ],
  }
}

describe('svc-sandbox check --learn', () => {
  it('makes the sandbox a double of the server, proved of both, and stays as it is', async () => {
    const { baseUrl, keys } = await serve(wrapped)
    const file = join(temporaryFolder(), 'staging.overlay.yaml')

    const learned = await runCli(['check', baseUrl, ...keys, '--learn', file])

    expect(learned.stderr).toBe('')
    expect(learned.stdout).toContain(
      'learned      data of listCampaigns holds its list under items',
    )
    expect(learned.stdout).toMatch(
      /\d+ differences written to .*staging\.overlay\.yaml, the evidence/,
    )
    expect(learned.code).toBe(0)
    const text = readFileSync(file, 'utf8')
    const evidence = readFileSync(file.replace('.yaml', '.har'), 'utf8')

    const sandbox = await startSandbox({ overlay: [file] })
    const list = await fetch(`${sandbox.url}/campaigns`, {
      headers: { Authorization: 'Bearer svc_test_demo' },
    })
    const body = (await list.json()) as { data: { items: unknown[]; total: number } }
    expect(body.data.items).toHaveLength(body.data.total)
    const assumed = ['--level', 'assumed', '--overlay', file]
    const double = await runCli(['check', sandbox.url, '--token', 'svc_test_demo', ...assumed])
    expect(double.stdout).toContain('0 of')
    expect(double.code).toBe(0)
    expect((await runCli(['check', baseUrl, ...keys, ...assumed])).code).toBe(0)
    // Without the overlay, neither is as we assume.
    expect((await runCli(['check', baseUrl, ...keys, '--level', 'assumed'])).code).toBe(1)

    const again = await runCli(['check', baseUrl, ...keys, '--learn', file])
    expect(again.stdout).toContain('says all of this already, and stays as it is')
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readFileSync(file.replace('.yaml', '.har'), 'utf8')).toBe(evidence)
    // Five commands in a row, each a process.
  }, 150_000)

  it.each([
    ['no overlay', 'name: something else\n', /is there and is no overlay\. Name another file/],
    ['no YAML', 'a: [', /is there and is no YAML/],
  ])('leaves a file alone that holds %s', async (_, content, message) => {
    const file = temporaryFile('mine.yaml', content)

    // Nobody is there: what is wrong with the file is told before anybody is asked.
    const { code, stderr } = await runCli([
      ...['check', 'http://127.0.0.1:9/api', '--token', 'svc_test_x', '--learn', file],
    ])

    expect(stderr).toMatch(message)
    expect(code).toBe(2)
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it('writes nothing after half a run, and no file where nothing can be written', async () => {
    const { baseUrl, keys } = await serve(wrapped)
    const file = join(temporaryFolder(), 'staging.overlay.yaml')

    const cut = await runCli([
      ...['check', baseUrl, ...keys, '--learn', file, '--max-requests', '30'],
    ])
    const nowhere = await runCli(['check', baseUrl, ...keys, '--learn', '/no/such/folder/a.yaml'])

    expect(cut.stdout).toContain('Nothing was learned, for the run is not whole')
    expect(cut.code).toBe(2)
    expect(existsSync(file)).toBe(false)
    expect(nowhere.stderr).toMatch(/the folder \/no\/such\/folder cannot be written to/)
    expect(nowhere.code).toBe(2)
  })

  it('is a run of its own beside --fuzz', async () => {
    const { code, stderr } = await runCli([
      ...['check', 'http://127.0.0.1:9/api', '--token', 'svc_test_x'],
      ...['--learn', 'a.yaml', '--fuzz', '5'],
    ])

    expect(stderr).toContain('--learn and --fuzz are runs of their own. Leave one out.')
    expect(code).toBe(2)
  })
})
