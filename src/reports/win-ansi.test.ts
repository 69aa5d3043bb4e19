import { expect, test } from 'vitest'
import { toWinAnsi } from './win-ansi.ts'

test.each([
  ['plain text, 100% & more', 'plain text, 100% & more'],
  ['café à Genève – “10 €”', 'café à Genève – “10 €”'],
  ['cafe\u0301', 'café'],
  ['Łódź, İstanbul, Dvořák, ﬁne', 'Lódz, Istanbul, Dvorák, fine'],
  ['купить кроссовки', 'kupit krossovki'],
  ['Ёлка Щи Θέμα', 'Elka Shchi Thema'],
  ['東京 ホ', '[U+6771 U+4EAC] [U+30DB]'],
  ['😀', '[U+1F600]'],
  ['a\tb\nc\u0000d\u2003e', 'a b c d e'],
  ['1 − 2 → 3', '1 - 2 -> 3'],
])('%j is shown as %j', (text, shown) => {
  expect(toWinAnsi(text)).toBe(shown)
})

test('whatever comes in, only characters of Windows-1252 come out', () => {
  for (let code = 0x20; code < 0x30000; code += 7) {
    // PDFKit would draw any other character as a wrong one.
    expect(toWinAnsi(String.fromCodePoint(code))).toMatch(
      /^[ -~\u00a0-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/,
    )
  }
})
