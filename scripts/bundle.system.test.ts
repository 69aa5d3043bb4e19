import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import type * as Package from '../src/index.ts'
import { bundledEntry } from '../test/support/bundled-entry.ts'
import { serveProcess, spawnCli } from '../test/support/processes/cli-process.ts'
import { runCli } from '../test/support/processes/serve-process.ts'
import { open, reportOf } from '../test/support/records/downloads.ts'
import { textOfPdf } from '../test/support/records/pdf.ts'
import { CAMPAIGN, START, startSandbox } from '../test/support/sandbox.ts'
import { temporaryFolder } from '../test/support/temporary.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

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

it('shows characters as their numbers where their fonts are not installed, and names the packages once', async () => {
  const folder = temporaryFolder()
  for (const name of ['package.json', 'spec', 'fixtures', 'src/reports/pdf/fonts'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  cpSync(outdir, join(folder, 'dist'), { recursive: true })
  const command = join(folder, 'dist/src/cli/main.cjs')
  const child = spawnCli(command, ['serve', '--ephemeral', '--port', '0'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url, ended, kill } = await serveProcess(child)
  const send = async (path: string, body?: object) => {
    const method = body ? 'POST' : 'GET'
    const headers = { authorization: 'Bearer svc_test_demo', 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${url}${path}`, init)
    return ((await answer.json()) as { data: Record<string, string> }).data
  }
  const { id } = await send('/campaigns', { ...CAMPAIGN, name: 'ไทย 東 カ 한 😀' })
  const { download_url: link = '' } = await send(`/reports/generate?campaign_id=${id}`)

  const pages = [await open(link), await open(link)].map(({ bytes }) =>
    textOfPdf(bytes).flat().join(' '),
  )
  kill('SIGTERM')

  for (const shown of ['[U+6771', 'U+30AB', 'U+D55C', 'U+1F600]', 'ไทย']) {
    expect(pages[1]).toContain(shown)
  }
  const notices = (await ended).stdout.split('\n').filter((line) => line.includes('@fontsource'))
  expect(notices).toHaveLength(1)
  expect(notices[0]).toContain(
    'npm install --save-dev @fontsource/noto-sans-jp @fontsource/noto-sans-kr @fontsource/noto-emoji',
  )
})

// In a checkout, tsx reads it.
it.skipIf((process.features as { typescript?: unknown }).typescript)(
  'refuses a configuration in TypeScript where Node does not read it, and names a way out',
  async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'svc-sandbox.config.ts'), 'export default {}')

    const { code, stderr } = await runCli(['serve', '--ephemeral', '--port', '0'], { cwd })

    expect(code).toBe(2)
    expect(stderr).toContain(
      `svc-sandbox.config.ts cannot be read: Node ${process.versions.node} does not read TypeScript. Run it with Node 22.18 or newer, or write JavaScript (.mjs), JSON or YAML.`,
    )
  },
)

it('loads little code at a start, and none of PostgreSQL, YAML, Ajv and the words of faker', () => {
  const loaded = [...loadedAtStart('src/cli/main.cjs'), ...loadedAtStart('src/module.cjs')]
  const text = [...new Set(loaded)].map((file) => readFileSync(join(outdir, file), 'utf8')).join('')

  expect(text.length).toBeLessThan(1_600_000)
  expect(text.length).toBeGreaterThan(500_000)
  // Each names what would be loaded: a client of PostgreSQL, a parser of YAML, Ajv, and faker.
  for (const part of ['SCRAM-SHA-256', 'yaml.org,2002', 'draft/2020-12', 'Lesotho']) {
    expect(text.includes(part), part).toBe(false)
  }
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
