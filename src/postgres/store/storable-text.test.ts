import { expect, it } from 'vitest'
import { containing, joined, restored, storable } from './storable-text.ts'

it.each(['', 'plain', '\0', '\ud83d', '\udc00\ud83d', '😀', 'a\0b\udfff😀\ud800'])(
  'stores %j as text that UTF-8 can express',
  (text) => {
    const stored = storable(text)

    expect(Buffer.from(stored).toString()).toBe(stored)
    expect(stored).not.toContain('\0')
    expect(restored(stored)).toBe(text)
  },
)

it('finds no text across two', () => {
  expect(joined(['one', 'two'])).not.toContain('onetwo')
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%')
})
