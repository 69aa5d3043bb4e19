/** Few, because each new list is compared with all of them. */
const KEPT = 8

/** Remembers the values of the last few lists, so that equal lists share one. */
export class ListMemo<Item, Value> {
  readonly #known: { list: readonly Item[]; value: Value }[] = []
  #oldest = 0

  /** The value of an equal list, or else what `make` returns. */
  get(list: readonly Item[], make: () => Value): Value {
    const known = this.#known.find((each) => isEqual(each.list, list))
    if (known) return known.value
    const value = make()
    this.#known[this.#oldest] = { list, value }
    this.#oldest = (this.#oldest + 1) % KEPT
    return value
  }
}

function isEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place])
}
