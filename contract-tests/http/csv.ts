import type { Exchange } from './exchange.ts'

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
