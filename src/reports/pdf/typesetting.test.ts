import { expect, test } from 'vitest'
import { legible } from './typesetting.ts'

/** As a font of Latin, Greek and Cyrillic. */
const european = (character: string) => /^[ -~\u00a0-\u052f–—‘’“”…−→]$/.test(character)

test.each([
  ['plain text, 100% & more', 'plain text, 100% & more'],
  ['café à Genève – “10”', 'café à Genève – “10”'],
  ['cafe\u0301', 'café'],
  ['Łódź, İstanbul, Dvořák, ﬁne', 'Łódź, İstanbul, Dvořák, fine'],
  ['купить кроссовки', 'купить кроссовки'],
  ['Θέμα', 'Θέμα'],
  ['１２ ｋｇ', '12 kg'],
  ['東京 x', '[U+6771 U+4EAC] x'],
  ['😀', '[U+1F600]'],
  ['שלום', '[U+05E9 U+05DC U+05D5 U+05DD]'],
  ['a\tb\nc\u0000d\u2003e', 'a b c d e'],
  ['zero\u200bwidth \u202eright to left\ufe0f', 'zerowidth right to left'],
  ['1 − 2 → 3', '1 − 2 → 3'],
])('%j is shown as %j', (text, shown) => {
  expect(legible(text, european)).toBe(shown)
})

test('any text becomes characters that the font can draw', () => {
  for (let code = 0x20; code < 0x30000; code += 7) {
    const shown = legible(String.fromCodePoint(code), european)

    expect([...shown].filter((character) => !european(character))).toEqual([])
  }
})
