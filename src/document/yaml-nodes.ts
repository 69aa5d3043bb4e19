import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Node,
} from 'yaml'

/** Anchors and aliases of a text. To resolve them takes their number squared. */
export const MAX_ANCHORS = 1000
/** Values that the aliases of a text stand for in all: a few short lines can stand for billions. */
export const MAX_UNFOLDED = 200_000

/** What is wrong at an offset in the text. */
export interface NodeProblem {
  offset: number
  message: string
}

/**
 * What parsing leaves to be found in a document: keys that stand twice in a mapping, and aliases that cannot be
 * resolved or stand for too much. Looks at each node once, where the library looks at all for each.
 */
export function nodeProblems(document: Document): NodeProblem[] {
  const survey = new Survey()
  survey.sizeOf(document.contents)
  return survey.problems
}

class Survey {
  readonly problems: NodeProblem[] = []
  /** Of each anchor, how many values stand at it; undefined as long as the text is within it. */
  readonly #sizes = new Map<string, number | undefined>()
  #anchors = 0
  #unfolded = 0
  /** One of these problems is enough: the others follow from it. */
  #isOver = false

  /** How many values a node stands for, its aliases written out. */
  sizeOf(node: unknown): number {
    if (this.#isOver) return 0
    if (isPair(node)) return this.sizeOf(node.key) + this.sizeOf(node.value)
    if (!isNode(node)) return 0
    if (isAlias(node)) return this.#unfold(node)

    const { anchor } = node as Node & { anchor?: string }
    if (anchor !== undefined) {
      this.#count(node)
      this.#sizes.set(anchor, undefined)
    }
    if (isMap(node)) this.#refuseRepeatedKeys(node.items)
    let size = 1
    if (isCollection(node)) for (const item of node.items) size += this.sizeOf(item)
    if (anchor !== undefined) this.#sizes.set(anchor, size)
    return size
  }

  #unfold(alias: Alias): number {
    this.#count(alias)
    if (this.#isOver) return 0
    const { source } = alias
    if (!this.#sizes.has(source)) {
      this.#end(alias, `the alias *${source} has no anchor &${source} before it`)
      return 0
    }
    const size = this.#sizes.get(source)
    if (size === undefined) {
      this.#end(alias, `the alias *${source} stands within what it stands for`)
      return 0
    }
    this.#unfolded += size
    if (this.#unfolded > MAX_UNFOLDED) {
      this.#end(
        alias,
        `the aliases up to here stand for ${this.#unfolded} values; ${MAX_UNFOLDED} can be read. Repeat less`,
      )
    }
    return size
  }

  #count(node: Node): void {
    this.#anchors += 1
    if (this.#anchors <= MAX_ANCHORS) return
    this.#end(
      node,
      `has more than ${MAX_ANCHORS} anchors (&) and aliases (*). Write out what they stand for`,
    )
  }

  #refuseRepeatedKeys(items: readonly { key: unknown }[]): void {
    const known = new Set<unknown>()
    for (const { key } of items) {
      if (!isScalar(key)) continue
      if (known.has(key.value)) this.#refuse(key, 'Map keys must be unique')
      known.add(key.value)
    }
  }

  #end(node: Node, message: string): void {
    if (!this.#isOver) this.#refuse(node, message)
    this.#isOver = true
  }

  #refuse({ range }: Node, message: string): void {
    this.problems.push({ offset: range?.[0] ?? 0, message })
  }
}
