import { expect, it } from 'vitest'
import { csvPreview } from './csv-preview.ts'

it('reads quoted cells with commas, quotes and line ends, and skips the byte order mark', () => {
  const text = '\ufeffkeyword,note,url\r\n"bike, used","says ""hi""\nthere",\r\ntandem,,x\r\n'

  expect(csvPreview(text, 10)).toEqual({
    columns: ['keyword', 'note', 'url'],
    rows: [
      ['bike, used', 'says "hi"\nthere', ''],
      ['tandem', '', 'x'],
    ],
    more: false,
  })
})

it('stops after the rows that were asked for, and says that more follow', () => {
  expect(csvPreview('a\n1\n2\n3\n', 2)).toEqual({
    columns: ['a'],
    rows: [['1'], ['2']],
    more: true,
  })
  expect(csvPreview('a\n1\n2\n', 2).more).toBe(false)
})

it('keeps an empty last cell without a line end', () => {
  expect(csvPreview('a,b\n1,', 5).rows).toEqual([['1', '']])
  expect(csvPreview('', 5)).toEqual({ columns: [], rows: [], more: false })
})
