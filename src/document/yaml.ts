import { type Document, LineCounter, parseDocument } from 'yaml'
import { nodeProblems } from './yaml-nodes.ts'

/** Something that makes a text no YAML, at a place in it. Lines and columns count from 1. */
export interface YamlProblem {
  line: number
  column: number
  message: string
}

/** A text that was read as YAML, and knows where in it each node stands. */
export interface YamlSource {
  /** Undefined when there are problems. */
  value: unknown
  document: Document
  problems: YamlProblem[]
  /** The place of an offset in the text. */
  at(offset: number): Pick<YamlProblem, 'line' | 'column'>
}

/**
 * Reads YAML (and so JSON) with anchors and the merge key `<<`, which YAML 1.2 leaves out of its core
 * schema and OpenAPI authors use all the same. Does not throw.
 */
export function readYaml(text: string): YamlSource {
  const counter = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: counter,
    merge: true,
    prettyErrors: false,
    // Looked for below, since the library compares each key of a mapping with all before it.
    uniqueKeys: false,
  })
  const at = (offset: number) => {
    const { line, col } = counter.linePos(offset)
    return { line, column: col }
  }
  const problems = [...document.errors, ...document.warnings].map(({ pos, code, message }) => ({
    ...at(pos[0]),
    message: code === 'MULTIPLE_DOCS' ? SECOND_DOCUMENT : message,
  }))
  if (problems.length === 0) {
    const found = nodeProblems(document)
    problems.push(...found.map(({ offset, message }) => ({ ...at(offset), message })))
  }
  if (problems.length > 0) return { value: undefined, document, problems, at }

  try {
    return { value: document.toJS({ maxAliasCount: -1 }), document, problems, at }
  } catch (error) {
    // Such as a merge key whose value is no mapping.
    problems.push({ ...at(0), message: (error as Error).message })
    return { value: undefined, document, problems, at }
  }
}

/** In place of the library's advice, which is for those who call it. */
const SECOND_DOCUMENT =
  'a second YAML document begins here, but one is read. Put it into a file of its own, or remove the ---.'

/** The value of a text in YAML; throws an Error that names the line of the first problem. */
export function parseYaml(text: string): unknown {
  const { value, problems } = readYaml(text)
  const [first] = problems
  if (first) throw new Error(`line ${first.line}, column ${first.column}: ${first.message}`)
  return value
}
