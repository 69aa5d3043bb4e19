import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../test/support/temporary.ts'
import { bundlePages } from './page-bundle.ts'
import { sourceKey } from './source-key.ts'

const FILES = [
  'src/app.ts',
  'src/web/console/styles/index.css',
  'src/web/console/tsconfig.json',
  'contract-tests/run.ts',
  'spec/generated/openapi.json',
  'scripts/bundling.ts',
  'package.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
]

/** A checkout with a line in each file. */
function openCheckout() {
  const root = temporaryFolder()
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const file of FILES) write(file, 'one')
  return { root, write }
}

it.each(FILES)('changes with %s', (file) => {
  const { root, write } = openCheckout()
  const before = sourceKey(root)

  write(file, 'two')

  expect(sourceKey(root)).not.toBe(before)
})

it('changes with a new, a renamed and a removed file, and comes back with the source', () => {
  const { root, write } = openCheckout()
  const keys = [sourceKey(root)]

  write('src/new.ts', 'one')
  keys.push(sourceKey(root))
  renameSync(join(root, 'src/new.ts'), join(root, 'src/other.ts'))
  keys.push(sourceKey(root))
  rmSync(join(root, 'src/app.ts'))
  keys.push(sourceKey(root))

  expect(new Set(keys).size).toBe(4)
  write('src/app.ts', 'one')
  rmSync(join(root, 'src/other.ts'))
  expect(sourceKey(root)).toBe(keys[0])
})

it('does not change with the folder, tests, and files that are no part of a bundle', () => {
  const { root, write } = openCheckout()
  const before = sourceKey(root)

  write('src/app.test.ts', 'one')
  write('docs/api.md', 'one')

  expect(sourceKey(root)).toBe(before)
  expect(sourceKey(openCheckout().root)).toBe(before)
})

it('covers all that pages are made of', async () => {
  const root = new URL('../', import.meta.url).pathname

  const files = await bundlePages(temporaryFolder())

  const own = files.filter((file) => file.startsWith(root) && !file.includes('/node_modules/'))
  expect(own).toContain(join(root, 'src/schema/schema-reader.ts'))
  expect(own.filter((file) => !/^(src|spec|scripts)\//.test(file.slice(root.length)))).toEqual([])
})
