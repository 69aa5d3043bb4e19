import { describe, expect, it } from 'vitest'
import { DOCUMENT } from '../testing/document.ts'
import { accountOf, loadFixture } from '../testing/fixtures.ts'
import { packagedFixture } from './packaged-fixture.ts'

const NOW = Date.UTC(2026, 0, 15)

describe('packagedFixture', () => {
  it.each(['demo', 'empty'])('has the accounts that the YAML of %s gives', async (name) => {
    const origin = { now: NOW, seed: 1, document: DOCUMENT }

    const described = packagedFixture(name, origin)?.accounts ?? []
    const prepared = await Promise.all(described.map((each) => accountOf(each, origin)))

    const withoutSecret = (account: object) => ({ ...account, linkSecret: '' })
    expect(prepared.map(withoutSecret)).toEqual(
      (await loadFixture(name, origin)).map(withoutSecret),
    )
  })

  it('is not there for another seed, or another name', () => {
    expect(packagedFixture('demo', { seed: 2, document: DOCUMENT })).toBeUndefined()
    expect(packagedFixture('../demo', { seed: 1, document: DOCUMENT })).toBeUndefined()
    expect(packagedFixture('mine', { seed: 1, document: DOCUMENT })).toBeUndefined()
  })
})
