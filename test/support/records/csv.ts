/** The records of a CSV file (RFC 4180), the line of column names included, without the byte order mark. */
export function parseCsv(file: string): string[][] {
  const text = file.replace(/^\ufeff/, '')
  const records: string[][] = []
  let record: string[] = []
  // A quoted cell or a plain one, then what ends it.
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    if (end === '' && quoted === undefined && plain === '' && record.length === 0) break
    record.push(quoted === undefined ? (plain as string) : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    records.push(record)
    record = []
  }
  return records
}
