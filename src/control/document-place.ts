import assumptions from '../../spec/documents/assumptions.ts'
import facts, { type LedgerFact } from '../../spec/documents/facts.ts'
import type { components } from '../../spec/generated/sandbox.ts'
import { ApiError, invalidValue } from '../errors.ts'
import { isFact, provenanceOf, sectionsOf } from '../openapi/provenance/statements.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { meet, namesIn, pointerTo, resolvePointer, valueAt } from '../schema/pointer.ts'

type Schemas = components['schemas']
type Statement = Schemas['DocumentPlace']['statements'][number]

/** Values that are longer as JSON are left out. */
const LONGEST_VALUE = 64 * 1024
const MOST_STATEMENTS = 5

/** A place of the served document: why it is as it is, and how an overlay sets it. Throws an ApiError for none. */
export async function placeOf(
  document: JsonObject,
  asked: string,
): Promise<Schemas['DocumentPlace']> {
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
    ...(isShort && isAssumed && { action: await overlayAction(pointer, value) }),
  }
}

/** The overlay action that gives a place its present value, as YAML to copy and edit. */
async function overlayAction(pointer: string, value: Json): Promise<string> {
  // Loaded with the first place, because few people look at one.
  const { stringify } = await import('yaml')
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
