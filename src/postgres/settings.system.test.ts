import { describe, expect, it } from 'vitest'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { StoreError } from '../store/store-error.ts'
import { forgetDocument, openSettings, replaceDocument, type WantedSettings } from './settings.ts'

const NOW = Date.UTC(2026, 0, 15)
const WANTED: WantedSettings = {
  seed: undefined,
  startAt: undefined,
  documentHash: 'aaaaaaaaaa',
  fixture: undefined,
}

describe.skipIf(!postgres.isAvailable)('the settings of a database', () => {
  it('are those of the first replica', async () => {
    const database = await (await testDatabase()).open()
    const first = { ...WANTED, seed: 7, startAt: NOW + 1000, fixture: 'edges' }

    expect(await openSettings(database, first, NOW)).toEqual({
      seed: 7,
      offsetMs: 1000,
      fixture: 'edges',
      isDocumentNew: true,
      isDocumentOld: false,
    })
    // Without options, or with the same ones a moment later.
    for (const later of [WANTED, first]) {
      expect(await openSettings(database, later, NOW + 300)).toEqual({
        seed: 7,
        offsetMs: 1000,
        fixture: 'edges',
        isDocumentNew: false,
        isDocumentOld: false,
      })
    }
  })

  it('are the same for replicas that start at the same time', async () => {
    const test = await testDatabase()
    const databases = await Promise.all([1, 2, 3, 4].map(() => test.open()))

    const opened = await Promise.all(
      databases.map((database, i) => openSettings(database, { ...WANTED, startAt: NOW + i }, NOW)),
    )

    expect(new Set(opened.map(({ offsetMs }) => offsetMs)).size).toBe(1)
  })

  it('refuse another document, until it is replaced on purpose', async () => {
    const database = await (await testDatabase()).open()
    await openSettings(database, WANTED, NOW)
    const other = { ...WANTED, documentHash: 'bbbbbbbbbb' }

    const refused = openSettings(database, other, NOW)

    await expect(refused).rejects.toBeInstanceOf(StoreError)
    await expect(refused).rejects.toThrow(/aaaaaaaa, here bbbbbbbb.*migrate --new-document/)
    await replaceDocument(database)
    expect(await openSettings(database, other, NOW)).toMatchObject({ isDocumentNew: true })
    expect(await openSettings(database, other, NOW)).toMatchObject({ isDocumentNew: false })
    const third = openSettings(database, { ...WANTED, documentHash: 'cccccccccc' }, NOW)
    await expect(third).rejects.toThrow(/bbbbbbbb, here cccccccc/)
  })

  it('let replicas of the replaced document restart, which takes nothing back', async () => {
    const database = await (await testDatabase()).open()
    const open = async (name: string) => {
      const wanted = { ...WANTED, documentHash: name.repeat(10) }
      const { isDocumentNew, isDocumentOld } = await openSettings(database, wanted, NOW)
      return isDocumentNew ? 'new' : isDocumentOld ? 'old' : 'same'
    }
    await open('a')
    await replaceDocument(database)

    // Before and after the first replica with the new one.
    expect([await open('a'), await open('b'), await open('a')]).toEqual(['old', 'new', 'old'])
    // A document that does not fit the accounts changes nothing about that.
    await forgetDocument(database)
    expect([await open('a'), await open('b'), await open('b')]).toEqual(['old', 'new', 'same'])
    // Back again.
    await replaceDocument(database)
    expect([await open('b'), await open('a'), await open('b')]).toEqual(['old', 'new', 'old'])
    // The next one.
    await replaceDocument(database)
    await replaceDocument(database)
    expect([await open('a'), await open('c'), await open('a')]).toEqual(['old', 'new', 'old'])
    await expect(open('b')).rejects.toThrow('another OpenAPI document')
  })

  it('refuse another seed', async () => {
    const database = await (await testDatabase()).open()
    await openSettings(database, { ...WANTED, seed: 3 }, NOW)

    const refused = openSettings(database, { ...WANTED, seed: 4 }, NOW)

    await expect(refused).rejects.toBeInstanceOf(StoreError)
    await expect(refused).rejects.toThrow('--seed 3; found --seed 4')
  })
})
