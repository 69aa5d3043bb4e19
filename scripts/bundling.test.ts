import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import type * as Package from '../src/index.ts'
import { bundledEntry } from '../test/support/bundled-entry.ts'
import { open, reportOf } from '../test/support/records/downloads.ts'
import { CAMPAIGN, START, startSandbox } from '../test/support/sandbox.ts'
import { temporaryFolder } from '../test/support/temporary.ts'

/** What `bundle` made of the current source (built-cli.ts). */
const outdir = join(dirname(inject('cli')), '../..')
let built: typeof Package

beforeAll(async () => {
  built = await import(bundledEntry('index'))
})

it('makes a package whose reports have the bytes that those of the source have', async () => {
  // The secret that links are signed with is kept with the accounts.
  const data = temporaryFolder()
  const source = await startSandbox({ data })
  const { download_url } = await reportOf(source.api)
  const expected = await open(download_url)
  await source.close()

  const sandbox = await built.createSandbox({ data, now: new Date(START).toISOString() })
  onTestFinished(() => sandbox.close())
  const found = await open(
    download_url.replace(new URL(source.url).origin, new URL(sandbox.url).origin),
  )

  expect([expected.status, found.status]).toEqual([200, 200])
  expect(found.text.slice(0, 5)).toBe('%PDF-')
  expect(found.bytes.equals(expected.bytes)).toBe(true)
  expect(readFileSync(join(outdir, 'licenses.txt'), 'utf8')).toMatch(/^pdfkit \d\S+ \(MIT\)$/m)
})

it('makes a package that takes and refuses the charsets that the source does', async () => {
  const source = await startSandbox()
  const sandbox = await built.createSandbox()
  onTestFinished(() => sandbox.close())
  const charsets = ['utf-8', 'UTF-8', 'utf-16le', 'utf-7', 'windows-1252', 'gbk', 'none-such']
  const statuses = (url: string) =>
    Promise.all(charsets.map(async (charset) => (await postedIn(charset, url)).status))

  expect(await statuses(sandbox.url)).toEqual(await statuses(source.url))
  expect(new Set(await statuses(sandbox.url))).toEqual(new Set([201, 415]))
})

it('makes a package that labels files as the source does', async () => {
  const source = await startSandbox()
  const sandbox = await built.createSandbox()
  onTestFinished(() => sandbox.close())
  const paths = ['/', '/docs', '/openapi.json', '/openapi.yaml', '/console/icon.svg']
  const labels = async (url: string) => {
    const page = await (await fetch(new URL('/', url))).text()
    const linked = [...page.matchAll(/(?:src|href)="(console\/assets\/[^"]+)"/g)]
    expect(linked.length).toBeGreaterThanOrEqual(3)
    return Promise.all(
      [...paths, ...linked.map(([, path = '']) => path)].map(async (path) => {
        const { status, headers } = await fetch(new URL(path, url))
        return [path, status, headers.get('content-type'), headers.get('content-encoding')]
      }),
    )
  }

  expect(await labels(sandbox.url)).toEqual(await labels(source.url))
})

it('leaves tables of character sets out of the package', () => {
  const files = readdirSync(outdir).filter((name) => name.startsWith('start-'))

  expect(files).toHaveLength(1)
  const escaped = readFileSync(join(outdir, files[0] as string), 'utf8')
  const text = escaped.replace(/\\u([0-9a-f]{4})/g, (_, code) =>
    String.fromCharCode(Number(`0x${code}`)),
  )
  expect(/\p{Script=Han}/u.exec(text)?.[0]).toBe(undefined)
})

it('loads nothing for a database at a start without one', () => {
  const loaded = [...loadedAtStart('src/cli/command.cjs'), ...loadedAtStart('src/module.cjs')]

  expect(loaded).toEqual(expect.arrayContaining([expect.stringMatching(/^start-/)]))
  const files = readdirSync(outdir).filter((name) => /^(postgres|shared-backing)-/.test(name))
  expect(files.length).toBeGreaterThanOrEqual(3)
  expect(files.filter((file) => loaded.includes(file))).toEqual([])
})

it('loads little code at a start: without the words of faker, without YAML and without Ajv', () => {
  const loaded = [...loadedAtStart('src/cli/command.cjs')]

  const bytes = loaded.map((file) => statSync(join(outdir, file)).size)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_300_000)
})

/** The files of the build that `file` requires, directly or not, and itself. */
function loadedAtStart(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const text = readFileSync(join(outdir, file), 'utf8')
  // Not those of `import()`.
  const required = /(?<!\.then\(\(\) ?=> ?[\w.$(]*)require\("(\.{1,2}\/[^"]+)"\)/g
  for (const [, imported] of text.matchAll(required)) {
    loadedAtStart(join(dirname(file), imported as string), loaded)
  }
  return loaded
}

function postedIn(charset: string, url: string): Promise<Response> {
  return fetch(`${url}/campaigns`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer svc_test_demo',
      'content-type': `application/json; charset=${charset}`,
    },
    body: JSON.stringify(CAMPAIGN),
  })
}
