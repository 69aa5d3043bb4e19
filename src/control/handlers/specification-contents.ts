import { basename } from 'node:path'
import assumptions from '../../../spec/documents/assumptions.ts'
import facts, { type LedgerFact } from '../../../spec/documents/facts.ts'
import type { components } from '../../../spec/generated/sandbox.ts'
import { type OverlayFile, packagedDocument } from '../../openapi/load.ts'
import { applyOverlay } from '../../openapi/overlay.ts'
import { type Change, changesBetween } from '../../openapi/provenance/changes.ts'
import { statedAnswers } from '../../openapi/provenance/stated-answers.ts'
import { provenanceOf } from '../../openapi/provenance/statements.ts'
import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { operationsOf } from '../../schema/operations.ts'
import { meet, pointerTo } from '../../schema/pointer.ts'

type Schemas = components['schemas']

/** Limit of listed changes: a learned overlay may replace hundreds of schemas. */
const MOST_CHANGES = 200

/** The answer of `getSpecification` for the served document. */
export function contentsOf(
  document: JsonObject,
  overlays: readonly OverlayFile[],
): Schemas['Specification'] {
  const applied = changesOfEach(overlays)
  return {
    facts: facts.map(withPlace),
    assumptions: assumptions.map((assumption) => ({
      ...assumption,
      changed_by: applied
        .filter(({ actions }) =>
          actions.some(({ changes }) => touches(changes, assumption.pointers)),
        )
        .map(({ file }) => file),
    })),
    overlays: applied.map(({ actions, ...overlay }) => ({
      ...overlay,
      actions: actions.map(({ changes, ...action }) => ({
        ...action,
        changes: changes.slice(0, MOST_CHANGES) as Schemas['DocumentChange'][],
        more_changes: Math.max(0, changes.length - MOST_CHANGES),
      })),
    })),
    operations: originsOf(document),
  }
}

function withPlace({ at: pointer, quote, ...fact }: LedgerFact): Schemas['Fact'] {
  return {
    ...(fact as Schemas['Fact']),
    ...(quote !== undefined && { quote }),
    ...(pointer !== undefined && { pointer }),
  }
}

/** The changes of each action of each overlay, in order. */
function changesOfEach(overlays: readonly OverlayFile[]) {
  let document = packagedDocument
  return overlays.map(({ file, overlay }) => ({
    file: basename(file),
    title: textOf(overlay.info?.title),
    version: textOf(overlay.info?.version),
    actions: overlay.actions.map((action) => {
      const before = document
      document = applyOverlay(before, { ...overlay, actions: [action] })
      return {
        target: action.target,
        description: folded(action.description),
        changes: changesBetween(before, document),
      }
    }),
  }))
}

function touches(changes: Change[], pointers: readonly string[]): boolean {
  return changes.some(({ pointer }) => pointers.some((other) => meet(pointer, other)))
}

function originsOf(document: JsonObject): Schemas['OperationOrigin'][] {
  const provenance = provenanceOf(document)
  return operationsOf(document).map((operation) => {
    const { id, method, path, node } = operation
    const { success, failure, headers } = statedAnswers(operation, { document, provenance })
    return {
      id: String(id),
      method,
      path,
      summary: textOf(node.summary),
      origin: provenance.of(pointerTo('paths', path, method.toLowerCase())),
      stated_members: { success, failure },
      stated_headers: headers,
    }
  })
}

/** Overlays are written by hand, so a text may be any value. */
function textOf(value: Json | undefined): string | null {
  if (value === undefined || value === null || isObject(value)) return null
  return String(value)
}

function folded(text: Json | undefined): string | null {
  return textOf(text)?.replace(/\s+/g, ' ').trim() ?? null
}
