/** The first rows of a CSV file (RFC 4180), for a preview. `more`: whether rows follow. */
interface CsvPreview {
  columns: string[]
  rows: string[][]
  more: boolean
}

const BYTE_ORDER_MARK = '\ufeff'
/** A quoted or a plain cell, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|\r|$)/y

/** Reads at most `most` rows after the line of column names. */
export function csvPreview(text: string, most: number): CsvPreview {
  const records: string[][] = []
  let record: string[] = []
  CELL.lastIndex = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  while (CELL.lastIndex < text.length && records.length < most + 2) {
    const match = CELL.exec(text)
    if (match === null) break
    const [, quoted, plain = '', end] = match
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',' && CELL.lastIndex < text.length) continue
    if (end === ',') record.push('')
    records.push(record)
    record = []
  }
  const [columns = [], ...rows] = records
  return { columns, rows: rows.slice(0, most), more: rows.length > most }
}
