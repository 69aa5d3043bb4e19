import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
} from 'yaml'
import { boundedTokens, type TextProblem } from './yaml-extent.ts'

/** A YAML error and its position. Lines and columns count from 1. */
export interface YamlProblem {
  line: number
  column: number
  message: string
}

/** A text that was read as YAML, with the positions of its nodes. */
export interface YamlSource {
  /** Undefined when there are problems. */
  value: unknown
  document: Document
  problems: YamlProblem[]
  /** The position of an offset in the text. */
  at(offset: number): Pick<YamlProblem, 'line' | 'column'>
}

/**
 * Reads YAML (and JSON) with anchors and the merge key `<<`, which is not in the core schema of YAML 1.2
 * but is common in OpenAPI documents. Does not throw.
 */
export function readYaml(text: string): YamlSource {
  const counter = new LineCounter()
  const { tokens, excess } = boundedTokens(text, counter)
  const composer = new Composer({
    merge: true,
    prettyErrors: false,
    // Checked below, because the library compares each key of a mapping with all keys before it.
    uniqueKeys: false,
  })
  const documents = composer.compose(tokens, true, text.length)
  // With `forceDoc` there is always one.
  const document = documents.next().value as Document.Parsed
  const second = excess ? undefined : (documents.next().value ?? undefined)
  const at = (offset: number) => {
    const { line, col } = counter.linePos(offset)
    return { line, column: col }
  }
  const found = excess ? [excess] : textProblems(document, second)
  const problems = found
    .slice(0, MAX_PROBLEMS)
    .map(({ offset, message }) => ({ ...at(offset), message }))
  if (problems.length > 0) return { value: undefined, document, problems, at }

  try {
    return { value: document.toJS({ maxAliasCount: -1 }), document, problems, at }
  } catch (error) {
    // For example, a merge key whose value is not a mapping.
    problems.push({ ...at(0), message: (error as Error).message })
    return { value: undefined, document, problems, at }
  }
}

/** More would bury the first ones. */
export const MAX_PROBLEMS = 100

const SECOND_DOCUMENT =
  'a second YAML document begins here, but a file can have only one. Move it to another file, or remove the ---.'

function textProblems(document: Document.Parsed, second?: Document.Parsed): TextProblem[] {
  const problems = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    offset: pos[0],
    message,
  }))
  if (second) problems.push({ offset: second.range[0], message: SECOND_DOCUMENT })
  return problems.length > 0 ? problems : nodeProblems(document)
}

/** The value of a YAML text. Throws an Error that names the line of the first problem. */
export function parseYaml(text: string): unknown {
  const { value, problems } = readYaml(text)
  const [first] = problems
  if (first) throw new Error(`line ${first.line}, column ${first.column}: ${first.message}`)
  return value
}

/** Anchors and aliases in a text. The time to resolve them grows with the square of their number. */
export const MAX_ANCHORS = 1000
/** Values that all aliases of a text expand to. A few short lines can expand to billions of values. */
export const MAX_UNFOLDED = 200_000

/**
 * Problems that parsing does not find: repeated keys of a mapping, keys that are no scalars, and aliases that cannot be
 * resolved or expand to too many values. Visits each node once; the library would visit all nodes for each alias.
 */
function nodeProblems(document: Document): TextProblem[] {
  const survey = new Survey()
  survey.sizeOf(document.contents)
  return survey.problems
}

class Survey {
  readonly problems: TextProblem[] = []
  /** The number of values at each anchor; undefined until the end of the anchored node. */
  readonly #sizes = new Map<string, number | undefined>()
  #anchors = 0
  #unfolded = 0
  /** Set after the first problem with an alias, from which others would follow. */
  #isOver = false

  /** The number of values in a node, with its aliases expanded. */
  sizeOf(node: unknown): number {
    if (this.#isOver) return 0
    if (isPair(node)) return this.#sizeOfKey(node.key) + this.sizeOf(node.value)
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

  #sizeOfKey(key: unknown): number {
    const size = this.sizeOf(key)
    // JSON has none, and writing nested ones out as texts takes time with the cube of their depth.
    if (isCollection(key) || (isAlias(key) && size > 1)) {
      this.#refuse(key, 'a key must be a text, not a list or a mapping')
    }
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
      this.#end(alias, `the alias *${source} refers to a node that contains it`)
      return 0
    }
    this.#unfolded += size
    if (this.#unfolded > MAX_UNFOLDED) {
      this.#end(
        alias,
        `the aliases up to here expand to ${this.#unfolded} values; at most ${MAX_UNFOLDED} are allowed. Use fewer aliases`,
      )
    }
    return size
  }

  #count(node: Node): void {
    this.#anchors += 1
    if (this.#anchors <= MAX_ANCHORS) return
    this.#end(
      node,
      `has more than ${MAX_ANCHORS} anchors (&) and aliases (*). Replace some by their values`,
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

/** The line of a member, or of the nearest one around it that exists. */
export function lineOf({ document, at }: YamlSource, path: readonly string[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent =
      length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === path[length - 1])
      : undefined
    if (pair && isScalar(pair.key) && pair.key.range) return at(pair.key.range[0]).line
  }
  return 1
}
