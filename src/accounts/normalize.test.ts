import { expect, test } from 'vitest'
import { normalize } from './normalize.ts'

test('ignores case, extra spaces and the encoding of accents', () => {
  expect(normalize('  CRM\t Software ')).toBe('crm software')
  expect(normalize('cafe\u0301')).toBe(normalize('café'))
  expect(normalize('plain words')).toBe('plain words')
})
