import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { installedPackages } from './installed.ts'

it('is vitest with what it needs, and nothing that is bundled or only developed with', () => {
  const names = installedPackages().map(({ name }) => name)

  expect(names).toEqual(expect.arrayContaining(['vitest', 'vite', 'rolldown']))
  for (const name of ['express', 'pdfkit', 'typescript', 'tsx']) expect(names).not.toContain(name)
})

it('has a reason in CONTRIBUTING for each dependency', () => {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const reasons = read('CONTRIBUTING.md').split('**What an install weighs.**')[1] ?? ''

  for (const name of Object.keys(JSON.parse(read('package.json')).dependencies)) {
    expect(reasons).toContain(`| ${name} `)
  }
})
