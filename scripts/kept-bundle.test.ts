import fs, { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../test/support/temporary.ts'
import { keptBundle } from './kept-bundle.ts'

/** A cache of its own, with bundles that hold their key; `made` lists the keys of those that were made. */
function openCache() {
  const cache = temporaryFolder()
  const made: string[] = []
  let moment = 1_000_000
  return {
    made,
    folder: join(cache, 'pages'),
    async bundle(key: string, until: Promise<unknown> = Promise.resolve()): Promise<string> {
      const make = async (outdir: string) => {
        made.push(key)
        writeFileSync(join(outdir, 'begin.js'), key)
        await until
        writeFileSync(join(outdir, 'end.js'), key)
      }
      return keptBundle('pages', key, make, cache)
    },
    /** Dates the last use of a bundle: one after the other, long ago. */
    date(path: string): void {
      moment += 1
      utimesSync(path, moment, moment)
    },
  }
}

it('makes a bundle once for each key', async () => {
  const { bundle, made } = openCache()

  const folders = [await bundle('a'), await bundle('b'), await bundle('a')]

  expect(folders[2]).toBe(folders[0])
  expect(readFileSync(join(folders[0] as string, 'end.js'), 'utf8')).toBe('a')
  expect(readFileSync(join(folders[1] as string, 'end.js'), 'utf8')).toBe('b')
  expect(made).toEqual(['a', 'b'])
})

it('keeps the four bundles that were used last', async () => {
  const { bundle, date, folder } = openCache()
  for (const key of ['a', 'b', 'c', 'd']) date(await bundle(key))

  await bundle('a')
  await bundle('e')

  expect(readdirSync(folder).sort()).toEqual(['a', 'c', 'd', 'e'])
})

it('gives all processes that make a bundle at once the same one, and it is whole', async () => {
  const { bundle, folder } = openCache()
  const turns = Array.from({ length: 9 }, newTurn)

  const bundles = turns.map(({ come }) => bundle('a', come))
  const found: string[] = []
  for (const [index, turn] of turns.entries()) {
    turn.begin()
    found.push(readFileSync(join((await bundles[index]) as string, 'end.js'), 'utf8'))
  }

  expect(new Set(await Promise.all(bundles))).toEqual(new Set([join(folder, 'a')]))
  expect(new Set(found)).toEqual(new Set(['a']))
  expect(readdirSync(folder)).toEqual(['a'])
})

it('leaves the bundles alone that other processes are making', async () => {
  const { bundle, folder } = openCache()
  const turn = newTurn()
  const others = ['a', 'b', 'c', 'd', 'e'].map((key) => bundle(key, turn.come))

  await bundle('f')
  const left = readdirSync(folder).map((name) => name.replace(/^draft-.*/, 'draft'))
  turn.begin()
  await Promise.all(others)

  expect(left.sort()).toEqual([...others.map(() => 'draft'), 'f'])
})

it('removes what a killed process left, after a while', async () => {
  const { bundle, date, folder } = openCache()
  mkdirSync(join(folder, 'draft-new'), { recursive: true })
  mkdirSync(join(folder, 'draft-old'))
  date(join(folder, 'draft-old'))

  await bundle('a')

  expect(readdirSync(folder).sort()).toEqual(['a', 'draft-new'])
})

it('keeps nothing of a bundle that could not be made', async () => {
  const { bundle, folder, made } = openCache()

  await expect(bundle('a', Promise.reject(new Error('Syntax error')))).rejects.toThrow('Syntax')

  expect(readdirSync(folder)).toEqual([])
  await bundle('a')
  expect(made).toEqual(['a', 'a'])
})

it('makes a bundle again whose removal was interrupted', async () => {
  const { bundle, date, made } = openCache()
  for (const key of ['a', 'b', 'c', 'd']) date(await bundle(key))
  const { rmSync } = fs
  onTestFinished(() => replaceRemove(rmSync))
  replaceRemove((path) => {
    rmSync(join(String(path), 'end.js'))
    throw new Error('Killed')
  })
  await expect(bundle('e')).rejects.toThrow('Killed')
  replaceRemove(rmSync)

  const folder = await bundle('a')

  expect(readdirSync(folder).sort()).toEqual(['begin.js', 'end.js'])
  expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'a'])
})

it('passes over a bundle that another process removes meanwhile', async () => {
  const { bundle, folder } = openCache()
  mkdirSync(folder)
  // Listed, but not there.
  fs.symlinkSync(join(folder, 'nowhere'), join(folder, 'gone'))

  await bundle('a')

  expect(readdirSync(folder)).toContain('a')
})

function newTurn() {
  let begin = () => {}
  const come = new Promise<void>((resolve) => {
    begin = resolve
  })
  return { begin, come }
}

function replaceRemove(remove: typeof fs.rmSync): void {
  fs.rmSync = remove
  syncBuiltinESMExports()
}
