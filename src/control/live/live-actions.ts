import { jsonpath } from 'json-p3'
import type { components } from '../../../spec/generated/sandbox.ts'
import type { Issue } from '../../errors.ts'
import type { OverlayAction } from '../../openapi/overlay.ts'
import { isObject, type Json } from '../../schema/json.ts'
import { pointerTo } from '../../schema/pointer.ts'

/** An action as a request has it. */
export type SentAction = components['schemas']['OverlayAction']

/** Size limit of the actions of one change, as JSON. */
export const MAX_BYTES = 64 * 1024

/**
 * The largest value of keywords that make the sandbox generate texts and lists for members that it does not know.
 */
export const MOST_GENERATED = 1000

const GENERATING = ['minLength', 'minItems', 'minProperties']

/** Nodes of the document that one change may refer to. Each may be copied into the answers that contain it. */
export const MOST_REFERENCES = 20

/**
 * The issues of actions that arrive while the sandbox runs. They are narrower than those of a file: a file is read before
 * anyone depends on the sandbox, but these must not be able to stop it.
 */
export function actionIssues(actions: readonly SentAction[]): Issue[] {
  if (Buffer.byteLength(JSON.stringify(actions)) > MAX_BYTES) {
    return [issue('/actions', `are larger than ${MAX_BYTES / 1024} KB; send less`)]
  }
  const issues = actions.flatMap((action, index) => {
    const at = `/actions/${index}`
    return [...targetIssues(action, `${at}/target`), ...updateIssues(action, at)]
  })
  const references = referencesOf(actions.map(({ update }) => ({ update: update as Json })))
  if (references.length > MOST_REFERENCES) {
    issues.push(
      issue(
        '/actions',
        `have ${references.length} references; at most ${MOST_REFERENCES} are allowed`,
      ),
    )
  }
  return issues
}

/** The action as overlays have it. */
export function overlayAction({ target, description, update, remove }: SentAction): OverlayAction {
  return {
    target,
    ...(description !== undefined && { description }),
    ...(remove === true ? { remove } : { update: update as Json }),
  }
}

function targetIssues({ target }: SentAction, path: string): Issue[] {
  try {
    if (jsonpath.compile(target).singularQuery()) return []
    return [issue(path, 'must select one place by names and indexes, such as $.x-session', target)]
  } catch (error) {
    return [issue(path, `is not a JSONPath by RFC 9535: ${(error as Error).message}`, target)]
  }
}

function updateIssues({ update, remove }: SentAction, path: string): Issue[] {
  if ((remove === true) === (update !== undefined)) {
    return [issue(path, 'must have either update or remove: true')]
  }
  return valueIssues(update as Json | undefined, `${path}/update`)
}

function valueIssues(value: Json | undefined, path: string): Issue[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => valueIssues(entry, `${path}/${index}`))
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const at = path + pointerTo(name)
    if (name === '__proto__') return [issue(at, 'is a name that no place may have')]
    if (
      name === '$ref' &&
      typeof member === 'string' &&
      !/^#\/components\/[^/]+\/[^/]+$/.test(member)
    ) {
      return [
        issue(at, 'must name a whole component, such as #/components/schemas/Campaign', member),
      ]
    }
    if (GENERATING.includes(name) && typeof member === 'number' && member > MOST_GENERATED) {
      return [issue(at, `must be at most ${MOST_GENERATED}`, member)]
    }
    return valueIssues(member, at)
  })
}

/** The references in the updates of actions. */
export function referencesOf(actions: readonly Pick<OverlayAction, 'update'>[]): string[] {
  return actions.flatMap(({ update }) => referencesIn(update))
}

function referencesIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isObject(value)) return []
  const own = typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(referencesIn)]
}

function issue(path: string, message: string, value?: string | number): Issue {
  const isShort = String(value).length <= 100
  return { in: 'body', path, message, ...(value !== undefined && isShort && { value }) }
}
