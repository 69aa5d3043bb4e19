import { expect, it } from 'vitest'
import { givenKeys, type PageTerms } from './keys.ts'

const TERMS: PageTerms = {
  key: 'svc_test_demo',
  account: 'acc_demo',
  signup: false,
  day: '2026-01-15',
  overlays: [],
}
const idsOf = (terms: PageTerms, who: Parameters<typeof givenKeys>[1]) =>
  givenKeys(terms, who).map(({ id, token }) => `${id} ${token}`)

it('offers the demo key where the data has it', () => {
  expect(idsOf(TERMS, { own: undefined })).toEqual(['demo svc_test_demo'])
  expect(idsOf({ ...TERMS, key: null }, { own: undefined })).toEqual([])
})

it('offers visitors of a hosted demo their own key, and never that of the data', () => {
  const hosted = { ...TERMS, signup: true }

  expect(idsOf(hosted, { own: 'svc_test_mine' })).toEqual(['own svc_test_mine'])
  expect(idsOf(hosted, { own: undefined })).toEqual([])
})

it('offers the demo key only for its own account', () => {
  expect(idsOf(TERMS, { own: undefined, of: 'acc_demo' })).toEqual(['demo svc_test_demo'])
  expect(idsOf(TERMS, { own: undefined, of: 'acc_starter' })).toEqual([])
})
