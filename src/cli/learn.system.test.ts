import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { by, changed, data, type Plant, succeeded } from '../../contract-tests/self-test/changes.ts'
import { startChecked } from '../../test/support/checked-server.ts'
import { runCommand } from '../../test/support/processes/commands.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFile, temporaryFolder } from '../../test/support/temporary.ts'

const wrapped: Plant = changed(
  by('listCampaigns'),
  succeeded,
  data((rows) => ({ items: rows, total: rows.length })),
)

describe('svc-sandbox learn', () => {
  it('learns all that its page promises of the example on that page', async () => {
    const page = readFileSync('docs/replicas.md', 'utf8')
    const [, overlay = ''] = /```yaml\n(overlay: 1\.0\.0[\s\S]*?)```/.exec(page) ?? []
    const sandbox = await startSandbox({ overlay: [temporaryFile('staging.yaml', overlay)] })
    const file = join(temporaryFolder(), 'staging.overlay.yaml')

    const args = ['learn', sandbox.url, '--token', 'svc_test_demo', '--to', file]
    const { stdout } = await runCommand(args)

    const learned = stdout.split('\n').filter((line) => /^ {2}learned /.test(line))
    expect(learned).toEqual([
      '  learned      "invalid input" returns 422 invalid_request',
      '  learned      a failure lacks meta; adds request_id',
    ])
    expect(stdout).not.toContain('has no room')
  })

  it('writes learned.overlay.yaml if no file is named', async () => {
    const { baseUrl, keys } = await startChecked(wrapped)
    const folder = temporaryFolder()

    const { code, stderr } = await runCommand(['learn', baseUrl, ...keys], { cwd: folder })

    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(existsSync(join(folder, 'learned.overlay.yaml'))).toBe(true)
  })

  it('makes the sandbox a replica of the server, which both pass, and is stable', async () => {
    const { baseUrl, keys } = await startChecked(wrapped)
    const file = join(temporaryFolder(), 'staging.overlay.yaml')

    const learned = await runCommand(['learn', baseUrl, ...keys, '--to', file])

    expect(learned.stderr).toBe('')
    expect(learned.stdout).toContain(
      'learned      data of listCampaigns contains its list in items',
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
    const replica = await runCommand(['check', sandbox.url, '--token', 'svc_test_demo', ...assumed])
    expect(replica.stdout).toContain('0 of')
    expect(replica.code).toBe(0)
    const original = await runCommand(['check', baseUrl, ...keys, ...assumed])
    expect(original.stdout).toContain('0 of')
    expect(original.code).toBe(0)
    // Without the overlay, both differ from our assumptions.
    expect((await runCommand(['check', baseUrl, ...keys, '--level', 'assumed'])).code).toBe(1)

    const again = await runCommand(['check', baseUrl, ...keys, '--learn', file])
    expect(again.stdout).toContain('already contains these differences and is unchanged')
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readFileSync(file.replace('.yaml', '.har'), 'utf8')).toBe(evidence)
    // Five commands in a row, each a process.
  }, 150_000)

  it.each([
    [
      'not an overlay',
      'name: something else\n',
      /exists and is not an overlay\. Name another file/,
    ],
    ['not YAML', 'a: [', /exists and is not YAML/],
  ])('does not overwrite a file that is %s', async (_, content, message) => {
    const file = temporaryFile('mine.yaml', content)

    // No server runs at this address: a bad file is reported before the first request.
    const { code, stderr } = await runCommand([
      ...['check', 'http://127.0.0.1:9/api', '--token', 'svc_test_x', '--learn', file],
    ])

    expect(stderr).toMatch(message)
    expect(code).toBe(2)
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it('writes nothing after an incomplete run', async () => {
    const { baseUrl, keys } = await startChecked(wrapped)
    const file = join(temporaryFolder(), 'staging.overlay.yaml')

    const cut = await runCommand([
      ...['check', baseUrl, ...keys, '--learn', file, '--max-requests', '30'],
    ])
    expect(cut.stdout).toContain('Nothing was learned, because the run is incomplete')
    expect(cut.code).toBe(2)
    expect(existsSync(file)).toBe(false)
  })
})
