/** Entries in a chunk. */
const CHUNK_SIZE = 128
/** Places of removed entries that a map may have before the next version is built without them. */
const MOST_VACANT = 1024

/** Consecutive entries of a map, which versions share. */
export interface Chunk<V> {
  /** Undefined where an entry was removed. */
  readonly ids: readonly (string | undefined)[]
  readonly values: readonly (V | undefined)[]
  /** The number of entries. */
  readonly size: number
}

/** Not any iterable, because it may be read twice. */
type Entries<V> = ReadonlyMap<string, V> | readonly (readonly [string, V])[]

interface OwnChunk<V> extends Chunk<V> {
  ids: (string | undefined)[]
  values: (V | undefined)[]
  size: number
}

interface Content<V> {
  chunks: readonly Chunk<V>[]
  /**
   * The place of each id, shared by all versions, so an id never moves. An entry may belong to another version: an id is
   * in this version if its place holds it.
   */
  places: Map<string, number>
  size: number
  /** The first place that was never used. */
  end: number
}

interface Lazy<V> {
  build?: () => Entries<V>
  json?: () => string
  size?: number | undefined
}

/**
 * An immutable Map in insertion order. A new version shares all unchanged chunks, so that a change of 100,000 entries
 * costs about as much as one of ten.
 */
export class VersionedMap<V> extends Map<string, V> {
  #content: Content<V> | undefined
  #build: (() => Entries<V>) | undefined
  #json: (() => string) | undefined
  readonly #size: number | undefined

  private constructor(content: Content<V> | undefined, lazy: Lazy<V> = {}) {
    super()
    this.#content = content
    this.#build = lazy.build
    this.#json = lazy.json
    this.#size = lazy.size
    Object.freeze(this)
  }

  /** A map whose entries are built on first read. With `size`, the number of entries is known before that. */
  static lazy<V>(build: () => Entries<V>, size?: number): VersionedMap<V> {
    return new VersionedMap<V>(undefined, { build, size })
  }

  /** A lazy map of the entries in `json`, an object; the first read parses and freezes them. */
  static ofJson<V>(json: () => string, size?: number): VersionedMap<V> {
    const build = () => VersionedMap.ofRecord<V>(frozenHere(JSON.parse(json())))
    return new VersionedMap<V>(undefined, { build, json, size })
  }

  static of<V>(entries: Entries<V>): VersionedMap<V> {
    if (entries instanceof VersionedMap) return entries
    const empty = new VersionedMap<V>({ chunks: [], places: new Map(), size: 0, end: 0 })
    return empty.with(entries)
  }

  /** The entries of an object, in its order. */
  static ofRecord<V>(record: Readonly<Record<string, V>>): VersionedMap<V> {
    const all = Object.keys(record)
    const chunks: Chunk<V>[] = []
    for (let place = 0; place < all.length; place += CHUNK_SIZE) {
      const ids = all.slice(place, place + CHUNK_SIZE)
      chunks.push({ ids, values: ids.map((id) => record[id] as V), size: ids.length })
    }
    const places = new Map(all.map((id, place) => [id, place]))
    return new VersionedMap({ chunks, places, size: all.length, end: all.length })
  }

  /** A version with other values; `undefined` removes an entry. An id may occur once. */
  with(changes: Entries<V | undefined>): VersionedMap<V> {
    const base = this.#built
    const { places } = base
    const chunks = [...base.chunks] as OwnChunk<V>[]
    const own = new Set<number>()
    const chunkOf = (place: number): OwnChunk<V> => {
      const number = Math.floor(place / CHUNK_SIZE)
      const shared = chunks[number]
      if (shared && own.has(number)) return shared
      own.add(number)
      const { ids, values, size } = shared ?? { ids: [], values: [], size: 0 }
      const copy = { ids: [...ids], values: [...values], size }
      chunks[number] = copy
      return copy
    }
    let { size, end } = base
    for (const [id, value] of changes) {
      const present = this.placeOf(id)
      const place = present ?? end
      if (present === undefined) {
        if (value === undefined) continue
        const taken = places.get(id)
        if (taken !== undefined && taken !== place) return this.#rebuilt(changes)
        places.set(id, place)
        end++
      }
      const chunk = chunkOf(place)
      const change = (value === undefined ? 0 : 1) - (present === undefined ? 0 : 1)
      chunk.ids[place % CHUNK_SIZE] = value === undefined ? undefined : id
      chunk.values[place % CHUNK_SIZE] = value
      chunk.size += change
      size += change
      // The chunk grows no more: without the room that an array reserves when it grows.
      if (place === end - 1 && place % CHUNK_SIZE === CHUNK_SIZE - 1) {
        chunk.ids = chunk.ids.slice()
        chunk.values = chunk.values.slice()
      }
    }
    const version = new VersionedMap<V>({ chunks, places, size, end })
    const isSparse = Math.max(end, places.size) > 2 * size + MOST_VACANT
    return isSparse ? version.#rebuilt([]) : version
  }

  /** The entries in order. Chunks are immutable, so derived values can be cached by chunk. */
  get chunks(): readonly Chunk<V>[] {
    return this.#built.chunks
  }

  /** An object that all versions of a map share. */
  get lineage(): object {
    return this.#built.places
  }

  /** The place of an entry: increases in insertion order, and is the same in all versions of a map. */
  placeOf(id: string): number | undefined {
    const { chunks, places } = this.#built
    const place = places.get(id)
    if (place === undefined) return undefined
    return chunks[Math.floor(place / CHUNK_SIZE)]?.ids[place % CHUNK_SIZE] === id
      ? place
      : undefined
  }

  /** The index of the chunk that has an entry. */
  chunkOf(id: string): number | undefined {
    const place = this.placeOf(id)
    return place === undefined ? undefined : Math.floor(place / CHUNK_SIZE)
  }

  /** The ids of entries that differ from another map. */
  *idsSince(other: ReadonlyMap<string, V>): Generator<string, undefined> {
    const { chunks } = this
    const before = VersionedMap.of(other).chunks
    for (let n = 0; n < Math.max(before.length, chunks.length); n++) {
      const [present, past] = [chunks[n], before[n]]
      if (present === past) continue
      // Maps of different lineages may have an entry at different places.
      for (const id of new Set([...(present?.ids ?? []), ...(past?.ids ?? [])])) {
        if (id !== undefined && this.get(id) !== other.get(id)) yield id
      }
    }
  }

  /** Of a map from `ofJson` that nobody has read yet: its entries can be written without building them. */
  get unreadJson(): string | undefined {
    return this.#json?.()
  }

  override get size(): number {
    return this.#size ?? this.#built.size
  }

  override get(id: string): V | undefined {
    const place = this.placeOf(id)
    if (place === undefined) return undefined
    return this.chunks[Math.floor(place / CHUNK_SIZE)]?.values[place % CHUNK_SIZE]
  }

  override has(id: string): boolean {
    return this.placeOf(id) !== undefined
  }

  override *entries(): Generator<[string, V], undefined> {
    for (const { ids, values } of this.chunks) {
      for (const [index, id] of ids.entries()) if (id !== undefined) yield [id, values[index] as V]
    }
  }

  override *keys(): Generator<string, undefined> {
    for (const { ids } of this.chunks) for (const id of ids) if (id !== undefined) yield id
  }

  override *values(): Generator<V, undefined> {
    for (const { ids, values } of this.chunks) {
      for (const [index, id] of ids.entries()) if (id !== undefined) yield values[index] as V
    }
  }

  override [Symbol.iterator](): Generator<[string, V], undefined> {
    return this.entries()
  }

  override forEach(visit: (value: V, id: string, map: Map<string, V>) => void): void {
    for (const [id, value] of this) visit(value, id, this)
  }

  override set(): never {
    throw new TypeError('This map is frozen; `with` makes another version.')
  }

  override delete(): never {
    return this.set()
  }

  override clear(): never {
    return this.set()
  }

  get #built(): Content<V> {
    if (this.#content === undefined) {
      this.#content = VersionedMap.of(this.#build?.() ?? []).#built
      this.#build = undefined
      this.#json = undefined
    }
    return this.#content
  }

  /** A version that shares nothing with others. */
  #rebuilt(changes: Entries<V | undefined>): VersionedMap<V> {
    const entries = new Map<string, V>(this)
    for (const [id, value] of changes) {
      if (value === undefined) entries.delete(id)
      else entries.set(id, value)
    }
    return VersionedMap.of(entries)
  }
}

/** Freezes a parsed value with all its parts. A copy of each campaign would take longer than the rest of a start. */
export function frozenHere<T extends object>(value: T): T {
  for (const held of Object.values(value)) {
    if (typeof held === 'object' && held !== null) frozenHere(held)
  }
  return Object.freeze(value)
}
