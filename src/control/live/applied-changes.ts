import { ApiError, invalidInput } from '../../errors.ts'
import { type OverlayFile, packagedDocument } from '../../openapi/load.ts'
import { applyOverlay } from '../../openapi/overlay.ts'
import { type Change, changesBetween } from '../../openapi/provenance/changes.ts'
import { provenanceOf } from '../../openapi/provenance/statements.ts'
import { touchedFacts } from '../../openapi/provenance/touched-facts.ts'
import { isObject, type JsonObject } from '../../schema/json.ts'
import { pointerIn, valueAt } from '../../schema/pointer.ts'
import { referencesOf } from './live-actions.ts'
import type { LiveChange } from './live-change.ts'
import { liveOverlay } from './live-overlay.ts'
import { statementsAbout } from './place.ts'

/**
 * The changes in their order, each with its effects on the document before it, which begins with `overlays`. Throws an
 * ApiError if one cannot be applied; `proposed` is the one that a request sent.
 */
export function appliedChanges(
  overlays: readonly OverlayFile[],
  wanted: readonly LiveChange[],
  proposed: LiveChange | undefined,
): LiveChange[] {
  let document: JsonObject = overlays.reduce<JsonObject>(
    (before, { overlay }) => applyOverlay(before, overlay),
    packagedDocument,
  )
  return wanted.map((change) => {
    const place = change === proposed ? '/actions' : undefined
    const before = document
    document = soundly(() => applyOverlay(before, liveOverlay([change], [])), change, place)
    const changes = changesBetween(before, document)
    refuseFacts(before, changes, change, place)
    refuseBrokenReferences(document, change, place)
    return { ...change, changes }
  })
}

/** Runs a step of a change; its errors, whatever they are, refuse the change. */
function soundly<T>(step: () => T, { id }: LiveChange, place: string | undefined): T {
  try {
    return step()
  } catch (error) {
    const { message } = error as Error
    if (place !== undefined) throw refusedActions(place, message)
    throw new ApiError(
      'invalid_input',
      `The live change ${id} needs what would be removed: ${message} Remove ${id} first.`,
    )
  }
}

function refuseFacts(
  before: JsonObject,
  made: readonly Change[],
  { id }: LiveChange,
  place: string | undefined,
): void {
  const touched = touchedFacts(before, made, provenanceOf(before))
  if (touched.length === 0) return
  throw invalidInput(
    touched.map(({ pointer }) => {
      const [statement] = statementsAbout(pointer)
      const words = statement?.quote ?? statement?.statement
      const says = words ? `: “${words.replace(/\.$/, '')}”` : ''
      const message = `change ${pointer}, which ${statement?.section ?? 'the provider'} states${says}. Only what is assumed can be changed`
      return { in: 'body', path: place ?? `/${id}`, message }
    }),
  )
}

function refuseBrokenReferences(
  document: JsonObject,
  { actions, id }: LiveChange,
  place: string | undefined,
): void {
  const broken = referencesOf(actions).find((each) => !isObject(valueAt(document, pointerIn(each))))
  if (broken === undefined) return
  throw refusedActions(place ?? `/${id}`, `The document has no ${broken.slice(0, 200)}.`)
}

/** The refusal of a change that cannot be applied. */
export function refusedActions(path: string, message: string): ApiError {
  const reason = message.replace(/^--overlay [^ ]+: /, '').slice(0, 1000)
  return invalidInput([
    { in: 'body', path, message: `cannot be applied: ${reason.replace(/\.$/, '')}` },
  ])
}
