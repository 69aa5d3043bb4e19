import { RecentValues } from '../accounts/recent-values.ts'
import { ApiError } from '../errors.ts'

/** Characters of texts that are kept, or up to twice as many. */
const KEPT = 1024 * 1024
/** Records of a map whose texts are cached. */
const MOST_CACHED = 2_000

/** Most bytes of the rows of a list: a page is in memory until its reader has taken it. */
export const MOST_PAGE_BYTES = 8_388_608

/** A text, and its length in UTF-8. */
export interface SizedText {
  text: string
  /** Equal to the length of a text that is ASCII. */
  bytes: number
}

/**
 * JSON of stored records (such as campaigns). The texts of the last ones are cached, so a list of them takes a fraction of
 * the time of JSON.stringify. Records that are not frozen could change, so they are not cached.
 */
export class SerializedRecords {
  readonly #texts = new RecentValues<object, SizedText>(KEPT)

  /**
   * JSON of a list of entries. Each is measured once, so that no text of the whole list has to be. Throws an ApiError if they
   * have more bytes than `most`.
   */
  list(entries: readonly object[], most = Number.POSITIVE_INFINITY): SizedText {
    return sizedList(entries, most, (each) => this.entry(each))
  }

  /**
   * JSON of each record of a map. Those of a large map are not cached: they would displace each other, and texts that live
   * on for a while cause garbage collections.
   */
  texts(records: ReadonlyMap<string, object>): (record: object) => string {
    return records.size > MOST_CACHED ? JSON.stringify : (record) => this.entry(record).text
  }

  /** JSON of an entry. */
  entry(entry: object): SizedText {
    const known = this.#texts.get(entry)
    if (known !== undefined) return known

    const sized = sizedText(JSON.stringify(entry))
    if (Object.isFrozen(entry)) this.#texts.set(entry, sized, sized.text.length)
    return sized
  }
}

/** Like `list`, with the texts of `entryOf`. */
export function sizedList(
  entries: readonly object[],
  most: number,
  entryOf = (entry: object) => sizedText(JSON.stringify(entry)),
): SizedText {
  let text = '['
  let bytes = Math.max(2, entries.length + 1)
  for (const [n, each] of entries.entries()) {
    const entry = entryOf(each)
    text += n === 0 ? entry.text : `,${entry.text}`
    bytes += entry.bytes
    if (bytes > most && n > 0) throw tooLarge(n, entries.length)
  }
  return { text: `${text}]`, bytes }
}

function tooLarge(fitting: number, rows: number): ApiError {
  const most = MOST_PAGE_BYTES.toLocaleString('en')
  return new ApiError(
    'invalid_input',
    `These ${rows} rows have more than ${most} bytes, the maximum of a page. Ask for ${fitting} rows or fewer at once.`,
    { details: { rows, fitting, limit: MOST_PAGE_BYTES } },
  )
}

/** The length of a long text takes as long as a copy of it. */
export function sizedText(text: string): SizedText {
  return { text, bytes: Buffer.byteLength(text) }
}
