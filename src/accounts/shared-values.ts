/**
 * Values made from texts or numbers, of which the last ones are known. Records that hold equal values then hold the same
 * one: a text of 24 characters takes 40 bytes in each of thousands of records.
 */
export class SharedValues<Source extends string | number, Value extends string | object> {
  readonly #make: (source: Source) => Value
  readonly #most: number
  readonly #known = new Map<Source, Value>()

  /** `make` gives equal values for equal sources, and frozen objects; `most` are known at a time. */
  constructor(make: (source: Source) => Value, most: number) {
    this.#make = make
    this.#most = most
  }

  of(source: Source): Value {
    const known = this.#known.get(source)
    if (known !== undefined) return known
    if (this.#known.size >= this.#most) this.#known.clear()
    const value = this.#make(source)
    this.#known.set(source, value)
    return value
  }
}
