/**
 * JSON of answers that share most of their parts. The text of each entry (such as a campaign) is
 * kept for as long as the entry is, so that a list of them costs a fraction of what JSON.stringify
 * takes. Entries that aren't frozen could change, so theirs isn't.
 */
export class EntryCache {
  readonly #texts = new WeakMap<object, string>()

  /** The same as JSON.stringify; `depth` counts the levels of objects down to the entries. */
  stringify(value: unknown, depth: number): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
    if (depth === 0) return this.#entry(value)
    if (Array.isArray(value)) {
      return `[${value.map((item) => this.stringify(item, depth - 1)).join(',')}]`
    }

    // One string that grows: lists of members and their parts took a third of a write.
    let members = ''
    for (const [key, held] of Object.entries(value)) {
      if (held === undefined) continue
      const separator = members === '' ? '' : ','
      members += `${separator}${this.#quoted(key)}:${this.stringify(held, depth - 1)}`
    }
    return `{${members}}`
  }

  #quoted(key: string): string {
    // Identifiers, which nearly all keys are, need no escaping.
    return /^\w+$/.test(key) ? `"${key}"` : JSON.stringify(key)
  }

  #entry(entry: object): string {
    const known = this.#texts.get(entry)
    if (known !== undefined) return known

    const text = JSON.stringify(entry)
    if (Object.isFrozen(entry)) this.#texts.set(entry, text)
    return text
  }
}
