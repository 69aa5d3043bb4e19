import { describe, expect, it } from 'vitest'
import { buildAccount } from './fixture-account.ts'
import { loadFixture } from './fixtures.ts'
import { packagedFixture } from './packaged-fixture.ts'

const NOW = Date.UTC(2026, 0, 15)

describe('packagedFixture', () => {
  it.each(['demo', 'empty'])('has the accounts that the YAML of %s gives', (name) => {
    const origin = { now: NOW, seed: 1 }

    const prepared = packagedFixture(name, 1)?.accounts.map((each) => buildAccount(each, origin))

    const withoutSecret = (account: object) => ({ ...account, linkSecret: '' })
    expect(prepared?.map(withoutSecret)).toEqual(loadFixture(name, origin).map(withoutSecret))
  })

  it('is not there for another seed, or another name', () => {
    expect(packagedFixture('demo', 2)).toBeUndefined()
    expect(packagedFixture('../demo', 1)).toBeUndefined()
    expect(packagedFixture('mine', 1)).toBeUndefined()
  })
})
