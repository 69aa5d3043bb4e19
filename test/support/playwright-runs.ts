import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { bundledEntry } from './bundled-entry.ts'
import { temporaryFolder } from './temporary.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs a file of tests in two workers, of which each runs half; resolves with the output of its tests. */
export async function play(
  sandboxUrl: string,
  tests: string,
): Promise<{ expected: number; out: string }> {
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
