import { DECODABLE } from '../../contract-tests/http/content-coding.ts'

/** What `*` stands for in a list of codings that can be read. */
const ANY = ['gzip', 'deflate', 'br']

/**
 * A value of Accept-Encoding without the codings in which an answer could be neither judged nor recorded (RFC 9110
 * §12.5.3), such as zstd, which only new versions of Node can undo.
 */
export function readableOnly(value: string): string {
  const items = value.split(',').map((item) => item.trim())
  const names = items.map((item) => item.replace(/\s*;.*$/s, '').toLowerCase())
  const kept = items.flatMap((item, index) => {
    const name = names[index] as string
    if (name !== '*' || isRefused(item)) {
      return name === '*' || name === 'identity' || DECODABLE.has(name) ? [item] : []
    }
    return ANY.filter((each) => !names.includes(each)).map((each) => each + item.slice(1))
  })
  if (kept.join() === items.join()) return value
  // Without any, the answer is not encoded, which the client has allowed unless it says otherwise.
  return kept.join(', ') || (value.trim() && 'identity')
}

function isRefused(item: string): boolean {
  return /;\s*q=0(?:\.0*)?\s*$/i.test(item)
}
