import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import type * as Package from '../src/index.ts'
import { open, reportOf } from '../src/testing/downloads.ts'
import { START, startSandbox } from '../src/testing/sandbox.ts'
import { temporaryFolder } from '../src/testing/temporary.ts'
import { bundle } from './bundling.ts'

it('makes a package whose reports have the bytes that those of the source have', async () => {
  const outdir = folderInPackage()
  // The secret that links are signed with is kept with the accounts.
  const data = temporaryFolder()
  const source = await startSandbox({ data })
  const { download_url } = await reportOf(source.api)
  const expected = await open(download_url)
  await source.close()

  await bundle(outdir)
  const built: typeof Package = await import(join(outdir, 'src/index.js'))
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

/** Within the package, where what is not bundled is found; gone when the test ends. */
function folderInPackage(): string {
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'svc-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
