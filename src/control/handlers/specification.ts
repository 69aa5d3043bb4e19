import { basename } from 'node:path'
import { stringify } from 'yaml'
import assumptions from '../../../spec/documents/assumptions.ts'
import facts, { type LedgerFact } from '../../../spec/documents/facts.ts'
import type { components } from '../../../spec/generated/sandbox.ts'
import { ApiError, invalidValue } from '../../errors.ts'
import { type OverlayFile, packagedDocument } from '../../openapi/load.ts'
import { applyOverlay } from '../../openapi/overlay.ts'
import { type Change, changesBetween } from '../../openapi/provenance/changes.ts'
import { statedAnswers } from '../../openapi/provenance/stated-answers.ts'
import { isFact, provenanceOf, sectionsOf } from '../../openapi/provenance/statements.ts'
import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { operationsOf } from '../../schema/operations.ts'
import { meet, namesIn, pointerTo, resolvePointer, valueAt } from '../../schema/pointer.ts'

type Schemas = components['schemas']
type Statement = Schemas['DocumentPlace']['statements'][number]

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

/** Values that are longer as JSON are left out. */
const LONGEST_VALUE = 64 * 1024
const MOST_STATEMENTS = 5

/** A place of the served document: why it is as it is, and how an overlay sets it. Throws an ApiError for none. */
export function placeOf(document: JsonObject, asked: string): Schemas['DocumentPlace'] {
  const pointer = followed(document, asked)
  const value = valueAt(document, pointer)
  if (value === undefined) {
    throw new ApiError('unknown_resource', `The document has nothing at ${asked.slice(0, 200)}.`)
  }
  const provenance = provenanceOf(document)
  const isShort = JSON.stringify(value).length <= LONGEST_VALUE
  const isAssumed = pointer !== '' && !isFact(pointer, provenance)
  return {
    pointer,
    origin: provenance.of(pointer),
    ...(isShort && { value }),
    statements: statementsAbout(pointer),
    assumptions: assumptionsAbout(pointer),
    ...(isShort && isAssumed && { action: overlayAction(pointer, value) }),
  }
}

/** The overlay action that gives a place its present value, as YAML to copy and edit. */
function overlayAction(pointer: string, value: Json): string {
  const names = namesIn(pointer)
  const name = names.at(-1) as string
  const parent = targetOf(names.slice(0, -1))
  const actions = isObject(value)
    ? [{ target: targetOf(names), update: value }]
    : // An update appends to a list, so the present one is removed first.
      [
        ...(Array.isArray(value) ? [{ target: targetOf(names), remove: true }] : []),
        { target: parent, update: { [name]: value } },
      ]
  return stringify(actions, { lineWidth: 120 })
}

/** The JSONPath (RFC 9535) of the place with these names, of which digits are indexes. */
function targetOf(names: readonly string[]): string {
  const segments = names.map((name) => {
    if (/^(0|[1-9]\d{0,8})$/.test(name)) return `[${name}]`
    // The escapes of JSON are those of JSONPath (§2.3.1.1), but for the quotes.
    return `['${JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`
  })
  return `$${segments.join('')}`
}

/** The provider's statements about a place: its section, and the facts that are proved there. */
function statementsAbout(pointer: string): Statement[] {
  const known = factsAt(pointer)
  if (known.length > 0) return known.slice(0, MOST_STATEMENTS)
  return sectionsOf(pointer).map((section) => ({
    section,
    fact: null,
    statement: null,
    quote: null,
  }))
}

/** The facts of the nearest place that has any, or else those of its section that name it. */
function factsAt(pointer: string): Statement[] {
  const names = namesIn(pointer)
  for (let length = names.length; length > 0; length--) {
    const place = pointerTo(...names.slice(0, length))
    const found = facts.filter(({ at }) => at === place)
    if (found.length > 0) return found.map(statementOf)
  }
  const sections = sectionsOf(pointer)
  const ranked = facts
    .filter(({ section }) => sections.includes(section))
    .map((fact) => ({ fact, named: names.filter((name) => hasWord(fact.statement, name)).length }))
  const most = Math.max(...ranked.map(({ named }) => named), 1)
  return ranked.filter(({ named }) => named === most).map(({ fact }) => statementOf(fact))
}

function statementOf({ id, section, statement, quote }: LedgerFact): Statement {
  return { section, fact: id, statement, quote: quote ?? null }
}

/** Whether a text has a name of a pointer as a word. */
function hasWord(text: string, name: string): boolean {
  return text.split(/[^\p{L}\d_.-]+|[.](?=\s|$)/u).includes(name)
}

/** The assumptions that a place belongs to, closest first, then those within it. */
function assumptionsAbout(pointer: string) {
  const closeness = (pointers: readonly string[]) =>
    Math.max(...pointers.filter((each) => meet(each, pointer)).map(({ length }) => length), -1)
  return assumptions
    .map((assumption) => ({ ...assumption, closeness: closeness(assumption.pointers) }))
    .filter((each) => each.closeness >= 0)
    .sort((a, b) => distance(a.closeness, pointer) - distance(b.closeness, pointer))
    .slice(0, 10)
    .map(({ number, description, sections }) => ({ number, description, sections }))
}

function distance(length: number, { length: own }: string): number {
  return Math.abs(own - length)
}

/** The pointer with the references on its way followed. */
function followed(document: JsonObject, pointer: string): string {
  if (pointer !== '' && !pointer.startsWith('/')) {
    throw invalidValue(
      'query',
      'pointer',
      'must be a JSON Pointer, which begins with / or is empty',
      pointer,
    )
  }
  let at = ''
  for (const name of namesIn(pointer)) at = resolved(document, at) + pointerTo(name)
  return resolved(document, at)
}

function resolved(document: JsonObject, pointer: string): string {
  return resolvePointer(document, pointer)?.pointer ?? pointer
}
