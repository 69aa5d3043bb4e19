import type { Timeline } from './timeline.ts'

/** Timelines in a new chunk. A chunk that reaches twice the size is split. */
const CHUNK_SIZE = 128

/**
 * An immutable list of timelines, oldest first. A new version shares all unchanged chunks, so that adding a timeline to
 * 10,000 costs little more than adding it to ten.
 */
export class TimelineList implements Iterable<Timeline> {
  /** Chunks are immutable, so derived values can be cached by chunk. */
  readonly chunks: readonly (readonly Timeline[])[]
  /** An object that all versions of a list share. */
  readonly lineage: object

  private constructor(chunks: readonly (readonly Timeline[])[], lineage: object) {
    this.chunks = chunks
    this.lineage = lineage
  }

  static of(timelines: Iterable<Timeline>): TimelineList {
    const sorted = [...timelines].sort(byAge)
    const chunks: Timeline[][] = []
    for (let n = 0; n < sorted.length; n += CHUNK_SIZE) chunks.push(sorted.slice(n, n + CHUNK_SIZE))
    return new TimelineList(chunks, {})
  }

  /** A version without the removed timelines, which must be in the list, and with the added ones. */
  with(removed: readonly Timeline[], added: readonly Timeline[]): TimelineList {
    const chunks = [...this.chunks]
    for (const timeline of removed) {
      const n = chunkFor(chunks, timeline)
      const chunk = chunks[n] as readonly Timeline[]
      const rest = chunk.toSpliced(chunk.indexOf(timeline), 1)
      if (rest.length > 0) chunks[n] = rest
      else chunks.splice(n, 1)
    }
    for (const timeline of added) {
      const n = chunkFor(chunks, timeline)
      const chunk = chunks[n] ?? []
      // A copy, because an array that grows in place reserves half as much again.
      const more = chunk.toSpliced(placeIn(chunk, timeline), 0, timeline)
      if (more.length < 2 * CHUNK_SIZE) chunks[n] = more
      else chunks.splice(n, 1, more.slice(0, CHUNK_SIZE), more.slice(CHUNK_SIZE))
    }
    return new TimelineList(chunks, this.lineage)
  }

  get first(): Timeline | undefined {
    return this.chunks[0]?.[0]
  }

  *[Symbol.iterator](): Generator<Timeline, undefined> {
    for (const chunk of this.chunks) yield* chunk
  }

  /** When the oldest timeline begins that is in only one of the two lists; Infinity if there is none. */
  differsFrom(other: TimelineList): number {
    if (this === other) return Number.POSITIVE_INFINITY
    let shared = 0
    while (this.chunks[shared] === other.chunks[shared] && shared < this.chunks.length) shared++
    const [ours, theirs] = [this.#from(shared), other.#from(shared)]
    for (;;) {
      const [our, their] = [ours.next().value, theirs.next().value]
      if (!our && !their) return Number.POSITIVE_INFINITY
      if (our === their) continue
      return Math.min(
        our?.begin ?? Number.POSITIVE_INFINITY,
        their?.begin ?? Number.POSITIVE_INFINITY,
      )
    }
  }

  *#from(chunk: number): Generator<Timeline, undefined> {
    for (let n = chunk; n < this.chunks.length; n++) yield* this.chunks[n] as readonly Timeline[]
  }
}

/** The index of the chunk that holds a timeline, or would hold it. */
function chunkFor(chunks: readonly (readonly Timeline[])[], timeline: Timeline): number {
  return Math.max(0, firstAfter(chunks, timeline, ([first]) => first as Timeline) - 1)
}

function placeIn(chunk: readonly Timeline[], timeline: Timeline): number {
  return firstAfter(chunk, timeline, (each) => each)
}

/** The index of the first item that is younger than the timeline. */
function firstAfter<Item>(
  items: readonly Item[],
  timeline: Timeline,
  timelineOf: (item: Item) => Timeline,
): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (byAge(timelineOf(items[middle] as Item), timeline) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function byAge(a: Timeline, b: Timeline): number {
  if (a.begin !== b.begin) return a.begin - b.begin
  const [one, other] = [a.campaign.id, b.campaign.id]
  if (one === other) return 0
  return one < other ? -1 : 1
}
