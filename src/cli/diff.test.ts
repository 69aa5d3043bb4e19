import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { outputOf } from '../../test/support/processes/commands.ts'
import { temporaryFile } from '../../test/support/temporary.ts'
import { packagedDocument } from '../openapi/load.ts'
import { packageRoot } from '../package/package-root.ts'
import { diff } from './diff.ts'

const overlay = (...actions: object[]) =>
  JSON.stringify({ overlay: '1.0.0', info: { title: 'Test', version: '1' }, actions })

const BREAKING = overlay({ target: '$', update: { 'x-unknown-parameters': 'refused' } })
const DOUBTFUL = overlay({
  target: '$.components.schemas.Mention.properties.sentiment.enum',
  update: ['mixed'],
})
const HARMLESS = overlay({
  target: '$.components.schemas.Campaign.properties',
  update: { owner: { type: 'string' } },
})

const run = (before: string, after: string, flags = {}, env = {}) =>
  outputOf(() => diff(before, after, flags, env))

describe('svc-sandbox diff', () => {
  it('prints differences by operation, the worst first, and exits with 1', async () => {
    const after = `${temporaryFile('staging.yaml', HARMLESS)},${temporaryFile('b.yaml', BREAKING)}`

    const { stdout, stderr, code } = await run('packaged', after)

    expect(stdout).toBe(
      [
        'The whole API',
        '  ✘ unknown query parameters are refused instead of ignored (breaking)',
        '',
        'GET /campaigns, POST /campaigns, GET /campaigns/{id}, PUT /campaigns/{id}',
        '  · response member owner of Campaign added',
        '',
        '2 differences from packaged to staging.yaml + b.yaml: 1 breaking, 0 may break, 1 not breaking',
        '',
      ].join('\n'),
    )
    expect({ stderr, code }).toEqual({ stderr: '', code: 1 })
  })

  it('wraps lines to the terminal, but never within the name of an operation', async () => {
    const { columns } = process.stdout
    process.stdout.columns = 60
    const { stdout } = await run('packaged', temporaryFile('a.yaml', HARMLESS))
    process.stdout.columns = columns

    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'GET /campaigns, POST /campaigns, GET /campaigns/{id},',
      'PUT /campaigns/{id}',
    ])
  })

  it.each([
    ['breaking', [0, 0, 0, 1]],
    ['may-break', [0, 0, 1, 1]],
    ['any', [0, 1, 1, 1]],
    ['none', [0, 0, 0, 0]],
  ])('exits with 1 for the differences of --fail-on %s', async (failOn, expected) => {
    const codes = []
    for (const text of [undefined, HARMLESS, DOUBTFUL, BREAKING]) {
      const after = text === undefined ? 'packaged' : temporaryFile('a.yaml', text)
      codes.push((await run('packaged', after, { failOn })).code)
    }

    expect(codes).toEqual(expected)
  })

  it('compares documents in JSON and YAML, each with its overlays', async () => {
    const document = temporaryFile('api.json', JSON.stringify(packagedDocument))
    const after = temporaryFile('a.yaml', HARMLESS)

    expect((await run(document, 'packaged')).stdout).toBe(
      'No differences between api.json and packaged.\n',
    )
    expect((await run(`${document},${after}`, `packaged,${after}`, { failOn: 'any' })).code).toBe(0)
    expect((await run(after, after, { failOn: 'any' })).code).toBe(0)
  })

  it.each([
    ['packaged', 'spec/openapi.yaml'],
    ['spec/openapi.yaml', 'packaged'],
  ])('compares %s with %s', async (before, after) => {
    const place = (side: string) => (side === 'packaged' ? side : join(packageRoot(), side))

    const { stdout, stderr } = await run(place(before), place(after), { format: 'json' })

    expect(stderr).toBe('')
    expect(JSON.parse(stdout).differences.length).toBeGreaterThan(50)
  })

  it('prints Markdown with all markup and mentions of the document escaped', async () => {
    const text = overlay({ target: '$.info', update: { version: '<b>@team</b>|`x`' } })

    const { stdout } = await run('packaged', temporaryFile('a.yaml', text), { format: 'markdown' })

    expect(stdout).toBe(
      [
        '### API differences: packaged → a.yaml',
        '',
        '1 difference from packaged to a.yaml: 0 breaking, 0 may break, 1 not breaking',
        '',
        '**The whole API**',
        '',
        '- version 1.2.0 → "&lt;b&gt;@&ZeroWidthSpace;team&lt;/b&gt;\\|\\`x\\`"',
        '',
      ].join('\n'),
    )
  })

  it('prints JSON, with the operations of each difference', async () => {
    const after = temporaryFile('a.yaml', BREAKING)

    const { stdout } = await run('packaged', after, {}, { SVC_FORMAT: 'json' })

    expect(JSON.parse(stdout)).toEqual({
      before: 'packaged',
      after: 'a.yaml',
      counts: { breaking: 1, may_break: 0, compatible: 0 },
      differences: [
        {
          severity: 'breaking',
          text: 'unknown query parameters are refused instead of ignored',
          operations: [],
        },
      ],
    })
  })

  it.each([
    ['a missing file', () => 'no-such.yaml', 'no-such.yaml cannot be read: there is no such file'],
    ['a folder', () => packageRoot(), 'is a folder. Name a file in it'],
    ['no YAML', () => temporaryText('a: ['), 'is neither YAML nor JSON: line 1'],
    ['a text', () => temporaryText('hello'), 'is neither an OpenAPI 3 document'],
    [
      'something else',
      () => temporaryText('{"swagger":"2.0"}'),
      'is neither an OpenAPI 3 document',
    ],
    ['another OpenAPI', () => temporaryText('openapi: 4.0.0'), 'uses OpenAPI 4.0.0'],
    ['no operations', () => temporaryText('openapi: 3.1.0\npaths: []'), 'has no operations'],
    ['another overlay', () => temporaryText('overlay: 2.0.0'), 'must be a version of Overlay 1'],
    [
      'a document after a comma',
      () => `packaged,${join(packageRoot(), 'spec/openapi.yaml')}`,
      'is not an overlay',
    ],
    [
      'packaged after a comma',
      () => `${temporaryText(HARMLESS)},packaged`,
      'Put it before its overlays',
    ],
    ['an empty name', () => 'packaged,', 'has an empty name'],
  ])('refuses %s', async (_, side, problem) => {
    const { stdout, stderr, code } = await run('packaged', side())

    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toContain('svc-sandbox could not compare.\n')
    expect(stderr).toContain(problem)
  })
})

function temporaryText(text: string): string {
  return temporaryFile('a.yaml', text)
}
