import { RecentValues } from '../accounts/recent-values.ts'

/** Characters of texts that are kept, or up to twice as many. */
const KEPT = 1024 * 1024
/** Records of a map whose texts are cached. */
const MOST_CACHED = 2_000

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

  /** JSON of a list of entries. Each is measured once, so that no text of the whole list has to be. */
  list(entries: readonly object[]): SizedText {
    let text = '['
    let bytes = Math.max(2, entries.length + 1)
    for (const each of entries) {
      const entry = this.entry(each)
      text += text.length === 1 ? entry.text : `,${entry.text}`
      bytes += entry.bytes
    }
    return { text: `${text}]`, bytes }
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

/** The length of a long text takes as long as a copy of it. */
export function sizedText(text: string): SizedText {
  return { text, bytes: Buffer.byteLength(text) }
}
