/** Items by key; an item may have several. */
export function group<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    for (const key of keysOf(item)) {
      const others = groups.get(key)
      if (others) others.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}
