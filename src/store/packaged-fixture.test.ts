import { describe, expect, it } from 'vitest'
import { DOCUMENT } from '../testing/document.ts'
import { buildAccount } from './fixture-account.ts'
import { loadFixture } from './fixtures.ts'
import { packagedFixture } from './packaged-fixture.ts'

const NOW = Date.UTC(2026, 0, 15)

describe('packagedFixture', () => {
  it.each(['demo', 'empty'])('has the accounts that the YAML of %s gives', (name) => {
    const origin = { now: NOW, seed: 1, document: DOCUMENT }

    const prepared = packagedFixture(name, origin)?.accounts.map((each) =>
      buildAccount(each, origin),
    )

    const withoutSecret = (account: object) => ({ ...account, linkSecret: '' })
    expect(prepared?.map(withoutSecret)).toEqual(loadFixture(name, origin).map(withoutSecret))
  })

  it('is not there for another seed, or another name', () => {
    expect(packagedFixture('demo', { seed: 2, document: DOCUMENT })).toBeUndefined()
    expect(packagedFixture('../demo', { seed: 1, document: DOCUMENT })).toBeUndefined()
    expect(packagedFixture('mine', { seed: 1, document: DOCUMENT })).toBeUndefined()
  })
})
