import { isMap, isNode, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml'
import { readYaml } from '../document/yaml.ts'

/** Something wrong in a fixture, at a place in it. `path` is as `accounts[0].keys[2].token`. */
export interface FixtureProblem {
  line: number
  column: number
  path: string
  message: string
}

/** Keys and indexes that lead to a value. */
export type Path = readonly (string | number)[]

/** A fixture's text, which knows where in it each value stands. */
export interface FixtureSource {
  /** Undefined when the text could not be read as YAML. */
  value: unknown
  /** What is wrong with it as YAML. */
  problems: FixtureProblem[]
  /** A problem with the value at a path or, if `atKey`, with its key. */
  problem(path: Path, message: string, atKey?: boolean): FixtureProblem
  lineOf(path: Path): number
}

/** Reads a fixture as `readYaml` does. Does not throw. */
export function readFixtureSource(text: string): FixtureSource {
  const { value, document, problems, at } = readYaml(text)

  const pairs = new WeakMap<YAMLMap, Map<unknown, Pair>>()
  // A mapping with a mistake in each of its thousands of lines is searched for each of them.
  const pairAt = (map: unknown, key: Path[number] | undefined): Pair | undefined => {
    if (!isMap(map)) return undefined
    const known = pairs.get(map) ?? new Map(map.items.map((pair) => [keyOf(pair), pair]))
    pairs.set(map, known)
    return known.get(key)
  }
  const nodeAt = (path: Path): unknown =>
    path.reduce<unknown>(
      (node, step) => (isSeq(node) ? node.items[Number(step)] : pairAt(node, step)?.value),
      document.contents,
    )
  const offsetOf = (path: Path, atKey: boolean): number => {
    const node: unknown = atKey ? pairAt(nodeAt(path.slice(0, -1)), path.at(-1))?.key : nodeAt(path)
    if (isNode(node) && node.range) return node.range[0]

    // What came in by an alias or a merge, and what is missing, is shown where it would belong.
    return path.length === 0 ? 0 : offsetOf(path.slice(0, -1), false)
  }

  return {
    value,
    problems: problems.map((problem) => ({ ...problem, path: '' })),
    problem: (path, message, atKey = false) => ({
      ...at(offsetOf(path, atKey)),
      path: formatPath(path),
      message,
    }),
    lineOf: (path) => at(offsetOf(path, false)).line,
  }
}

function keyOf({ key }: Pair): unknown {
  return isScalar(key) ? key.value : key
}

function formatPath(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
