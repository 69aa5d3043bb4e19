/**
 * Texts made from other texts or from numbers, of which the last ones are known. Records that hold equal texts then hold the
 * same one: a string of 24 characters takes 40 bytes in each of thousands of records.
 */
export class RecentTexts<Source extends string | number> {
  readonly #make: (source: Source) => string
  readonly #most: number
  readonly #known = new Map<Source, string>()

  /** `make` gives equal texts for equal sources; `most` are known at a time. */
  constructor(make: (source: Source) => string, most: number) {
    this.#make = make
    this.#most = most
  }

  of(source: Source): string {
    const known = this.#known.get(source)
    if (known !== undefined) return known
    if (this.#known.size >= this.#most) this.#known.clear()
    const text = this.#make(source)
    this.#known.set(source, text)
    return text
  }
}
