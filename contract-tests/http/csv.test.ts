import { expect, it } from 'vitest'
import { whyNotCsv } from './csv.ts'

const HEAD = 'date,keyword,position'
const KEYWORDS = ['bike, black', 'a "word"', 'shoes']

it.each([
  ['quoted cells', `${HEAD}\n2026-01-01,"bike, black",3\n2026-01-01,"a ""word""",4\n`],
  ['lines of Windows and a byte order mark', `\uFEFF${HEAD}\r\n2026-01-01,shoes,3\r\n`],
  ['a quote escaped by a backslash', `${HEAD}\n2026-01-01,"a \\"word\\"",4\n`],
  ['a quote within a plain cell', `${HEAD}\n2026-01-01,a "word",4\n`],
  ['semicolons', 'date;keyword;position\n2026-01-01;bike, black;3\n'],
  ['tabs', 'date\tkeyword\n2026-01-01\tbike, black\n'],
  ['a line feed in a cell', `${HEAD}\n2026-01-01,"bike,\nred",3\n`],
  ['a title and totals', `Report of shoes\n\n${HEAD}\n2026-01-01,shoes,3\nTotal,1\n`],
  ['blanks around quotes', `${HEAD}\n2026-01-01, "bike, black" ,3\n`],
  ['a cell of HTML', `${HEAD}\n2026-01-01,<b>fast</b>,3\n`],
  ['a keyword that begins with a tag', `keyword,position\n<br> tag,3\n`],
  ['the header alone', `${HEAD}\n`],
  ['nothing', ''],
])('reads %s', (_name, file) => {
  expect(whyNotCsv(file, KEYWORDS)).toBeUndefined()
})

it.each([
  [/several cells/, `${HEAD}\n2026-01-01,bike, black,3\n`],
  [/behind the closing quote of a cell in row 2/, `${HEAD}\n2026-01-01,"a "word"",3\n`],
  [/row 2 that nothing closes/, `${HEAD}\n2026-01-01,"bike, bl`],
  [/a line of HTML, <!DOCTYPE html>/, `${HEAD}\n2026-01-01,shoes,3\n<!DOCTYPE html>\n<html>\n`],
  [
    /a line of HTML, <br \/>/,
    `${HEAD}\n<br />\n<b>Warning</b>: Undefined index\n2026-01-01,shoes,3\n`,
  ],
])('refuses with %s', (why, file) => {
  expect(whyNotCsv(file, KEYWORDS)).toMatch(why)
})
