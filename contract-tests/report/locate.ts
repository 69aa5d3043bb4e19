import { isNode, LineCounter, parseDocument, visit } from 'yaml'
import { pointerTo } from '../../src/schema/pointer.ts'
import { places } from '../specification/documents.ts'
import { sectionNumber } from './digest.ts'

/** The subject of a contradiction; more members lead to a more exact line. */
export interface Target {
  fact?: string
  section: string
  operation?: string
}

/** The line, from 1, where a document states the target. */
export type Locate = (target: Target) => number

/** Fallback places by section, if neither the fact nor the operation has one of its own. */
const SECTION_PLACES: Record<string, string> = {
  '5': '/components/securitySchemes/bearerAuth',
  '7': '/components/schemas/Failure',
}

/** Reads `spec/openapi.yaml` once. Unknown targets are at line 1. */
export function locator(yaml: string): Locate {
  const lines = linesOf(yaml)
  return ({ fact, section, operation }) =>
    lines.places.get(places[fact ?? ''] ?? '') ??
    lines.operations.get(operation ?? '') ??
    lines.places.get(SECTION_PLACES[sectionNumber(section)] ?? '') ??
    1
}

/** The line of every key, by its pointer, and of every operation, by its operationId. */
function linesOf(yaml: string) {
  const lineCounter = new LineCounter()
  const places = new Map<string, number>()
  const operations = new Map<string, number>()
  visit(parseDocument(yaml, { lineCounter }), {
    Pair(_, pair, ancestors) {
      if (!isNode(pair.key) || !pair.key.range) return
      const { line } = lineCounter.linePos(pair.key.range[0])
      const above = ancestors.flatMap((node) => ('key' in node ? [String(node.key)] : []))
      places.set(pointerTo(...above, String(pair.key)), line)
      if (String(pair.key) === 'operationId') operations.set(String(pair.value), line)
    },
  })
  return { places, operations }
}
