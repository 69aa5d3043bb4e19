import { citedSections } from '../spec/provenance.ts'
import { changesBetween } from '../src/document/changes.ts'
import type { JsonObject } from '../src/document/json.ts'
import { applyOverlay, type Overlay } from '../src/document/overlay.ts'
import { operationsAt, reachOf } from '../src/document/reach.ts'

/** One action of spec/assumptions.overlay.yaml, with what it did to the document. */
export interface ListedAssumption {
  number: number
  target: string
  description: string
  sections: string[]
  operations: string[]
  pointers: string[]
}

/** What each assumption adds to what is stated. */
export function listAssumptions(stated: JsonObject, assumptions: Overlay): ListedAssumption[] {
  const reach = reachOf(applyOverlay(stated, assumptions))
  let document = stated
  return assumptions.actions.map((action, index) => {
    const before = document
    document = applyOverlay(before, { ...assumptions, actions: [action] })
    const pointers = changesBetween(before, document).map(({ pointer }) => pointer)
    const description = (action.description ?? '').replace(/\s+/g, ' ').trim()
    return {
      number: index + 1,
      target: action.target,
      description,
      sections: citedSections(description),
      operations: operationsAt(pointers, reach),
      pointers,
    }
  })
}
