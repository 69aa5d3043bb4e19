import type { Exchange } from './exchange.ts'
import { dataOf, isObject, succeeded } from './reading.ts'

/**
 * Whether an exchange is an export as plain CSV. §4 says that the endpoint exports data as CSV, and §1.3 that every
 * response is an envelope, so both are right. A body of JSON, or with the content type of JSON or a page, is not CSV.
 */
export function isCsv({ operation, response }: Exchange): boolean {
  if (operation !== 'exportCsv' || !response || response.status >= 300) return false
  if (response.status === 204) return false
  const type = response.headers['content-type'] ?? ''
  if (/json|html|xml/i.test(type) || /^\s*[<{[]/.test(response.text)) return false
  // A single line without separators is a sentence, not a table.
  const isLabelled = /csv/i.test(type)
  if (!isLabelled && !/[,;\t]|\n./.test(response.text)) return false
  return response.isUtf8 || !/utf-8/i.test(type)
}

/** The file of CSV of an export: the body, or a text in `data` that has lines and columns. */
export function csvIn(exchange: Exchange): string | undefined {
  if (isCsv(exchange)) return exchange.response?.text
  if (exchange.operation !== 'exportCsv' || !succeeded(exchange)) return undefined
  const data = dataOf(exchange)
  const texts = isObject(data) ? Object.values(data) : []
  return texts.filter((each) => typeof each === 'string').find((each) => TABLE.test(each))
}

const TABLE = /^[^\n]*[,;\t|][^\n]*\n/
const DELIMITERS = [',', ';', '\t', '|']
/** The beginning of a line of HTML. */
const PAGE = /^\s*<(!doctype|\/?(html|head|body|script|div|p|b|table)|br)\b/i

/**
 * Why a file cannot be read as CSV; undefined if it can. The specification names no dialect, so any delimiter and both
 * usual ways to escape a quote will do. `texts` are cells that the file may have.
 */
export function whyNotCsv(file: string, texts: string[]): string | undefined {
  const text = file.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(text)
  const read = [false, true].map((hasBackslash) => rowsIn(text, delimiter, hasBackslash))
  const rows = read.find((each) => typeof each !== 'string')
  if (rows === undefined) return read[0] as string
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const page = (rows as string[][]).find(([cell = '', ...more]) => {
    return more.length + 1 < width && PAGE.test(cell)
  })
  if (page) return `a line of HTML, ${page[0]}`
  const isSplit = (each: string) =>
    each.includes(delimiter) &&
    text.includes(each) &&
    !(rows as string[][]).some((row) => row.some((cell) => cell.includes(each)))
  const split = texts.find(isSplit)
  return split && `the keyword "${split}" in several cells, because it is not quoted`
}

/** The one that the first line has most often. */
function delimiterOf(text: string): string {
  const line =
    text
      .trimStart()
      .split('\n')[0]
      ?.replaceAll(/"[^"]*"/g, '') ?? ''
  const countOf = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.toSorted((one, other) => countOf(other) - countOf(one))[0] as string
}

/** The cells of each row (RFC 4180), or the problem. A backslash may escape a quote, too. */
function rowsIn(text: string, delimiter: string, hasBackslash: boolean): string[][] | string {
  const rows: string[][] = [[]]
  const ends = new RegExp(`[\\r\\n${delimiter === '|' ? '\\|' : delimiter}]`, 'g')
  for (let at = 0; at < text.length; ) {
    const start = at + (/^ */.exec(text.slice(at, at + 9)) as RegExpExecArray)[0].length
    const isQuoted = text[start] === '"'
    const close = isQuoted ? closingQuote(text, start + 1, hasBackslash) : start
    if (close === -1) return `a quote in row ${rows.length} that nothing closes`
    ends.lastIndex = close
    const end = ends.exec(text)?.index ?? text.length
    if (isQuoted && text.slice(close + 1, end).trim() !== '') {
      return `text behind the closing quote of a cell in row ${rows.length}`
    }
    const cell = isQuoted ? text.slice(start + 1, close).replaceAll('""', '"') : text.slice(at, end)
    rows.at(-1)?.push(cell)
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1
    if (text[end] !== delimiter && at < text.length) rows.push([])
  }
  return rows
}

function closingQuote(text: string, start: number, hasBackslash: boolean): number {
  let at = text.indexOf('"', start)
  while (at !== -1) {
    const isEscaped = hasBackslash && text[at - 1] === '\\'
    const isDouble = !isEscaped && text[at + 1] === '"'
    if (!isEscaped && !isDouble) return at
    at = text.indexOf('"', at + (isDouble ? 2 : 1))
  }
  return -1
}
