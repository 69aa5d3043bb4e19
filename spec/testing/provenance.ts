import { isDeepStrictEqual } from 'node:util'
import type { Overlay } from '../../src/openapi/overlay.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { citedSections } from '../documents/assumptions.ts'
import { claims } from './claims.ts'
import { isSection } from './ledger.ts'

/** Where each part of the merged document comes from: a section that states it, or an action that says why. */

export type ApplyOverlay = (document: JsonObject, overlay: Overlay) => JsonObject

const SHORTEST_DESCRIPTION = 40

/** Nodes of the document of statements that do not say which section states them. */
export function unsourcedClaims(document: JsonObject): string[] {
  return claims(document)
    .filter(({ node }) => !isSource(node['x-source']))
    .map(
      ({ kind, pointer, node }) =>
        `The ${kind} ${pointer} has the x-source ${JSON.stringify(node['x-source'])}, which names no section.`,
    )
}

function isSource(source: unknown): boolean {
  return typeof source === 'string' && source.split(', ').every(isSection)
}

/**
 * Nodes of the merged document that come from nowhere: neither stated with a section, nor brought by
 * an action that explains itself; and nodes of an action that pass themselves off as stated. Actions
 * are applied one by one, so that each node is laid at the door of the action that brought it.
 */
export function originProblems(
  stated: JsonObject,
  overlay: Overlay,
  applyOverlay: ApplyOverlay,
): string[] {
  const origins = new Map<string, number | 'stated'>()
  for (const { pointer } of claims(stated)) origins.set(pointer, 'stated')

  let document = stated
  for (const [index, action] of overlay.actions.entries()) {
    document = applyOverlay(document, { ...overlay, actions: [action] })
    const present = new Set(claims(document).map(({ pointer }) => pointer))
    // What was removed and comes back later is no longer a statement.
    for (const pointer of origins.keys()) if (!present.has(pointer)) origins.delete(pointer)
    for (const pointer of present) if (!origins.has(pointer)) origins.set(pointer, index)
  }

  const sources = new Map(claims(stated).map(({ pointer, node }) => [pointer, node['x-source']]))
  return claims(document).flatMap(({ kind, pointer, node }) => {
    const origin = origins.get(pointer)
    if (origin === 'stated') {
      const isIntact = isSource(node['x-source']) && node['x-source'] === sources.get(pointer)
      return isIntact ? [] : [`The stated ${kind} ${pointer} has lost its x-source.`]
    }
    const action = overlay.actions[origin as number]
    const problems: string[] = []
    if (!isExplained(action?.description)) {
      problems.push(`The ${kind} ${pointer} is neither stated nor explained by its action.`)
    }
    if ('x-source' in node) {
      problems.push(`The ${kind} ${pointer} of actions[${origin}] claims to be stated (x-source).`)
    }
    return problems
  })
}

/** Actions that do not say which section leaves the point open, and why this was chosen. */
export function unexplainedActions(overlay: Overlay): string[] {
  return overlay.actions.flatMap(({ target, description }, index) =>
    isExplained(description)
      ? []
      : [
          `actions[${index}] (${target}) needs a description of ${SHORTEST_DESCRIPTION} characters ` +
            'or more that cites an existing section (§) and says why.',
        ],
  )
}

function isExplained(description: unknown): boolean {
  if (typeof description !== 'string' || description.trim().length < SHORTEST_DESCRIPTION) {
    return false
  }
  const citations = citedSections(description)
  return citations.length > 0 && citations.every(isSection)
}

/** Actions that leave the document as it was, or whose target is not there. */
export function deadActions(
  stated: JsonObject,
  overlay: Overlay,
  applyOverlay: ApplyOverlay,
): string[] {
  const dead: string[] = []
  let document = stated
  for (const [index, action] of overlay.actions.entries()) {
    try {
      const changed = applyOverlay(document, { ...overlay, actions: [action] })
      if (isDeepStrictEqual(changed, document)) {
        dead.push(`actions[${index}] (${action.target}) changes nothing.`)
      }
      document = changed
    } catch (error) {
      dead.push(`actions[${index}] (${action.target}) fails: ${(error as Error).message}`)
    }
  }
  return dead
}
