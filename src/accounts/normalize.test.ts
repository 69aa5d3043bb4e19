import { expect, test } from 'vitest'
import { normalize } from './normalize.ts'

test('comparing ignores case, outer and doubled spaces, and how accents are encoded', () => {
  expect(normalize('  CRM\t Software ')).toBe('crm software')
  expect(normalize('cafe\u0301')).toBe(normalize('café'))
  expect(normalize('plain words')).toBe('plain words')
})
