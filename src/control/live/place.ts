import assumptions from '../../../spec/generated/assumptions.json' with { type: 'json' }
import places from '../../../spec/generated/fact-places.json' with { type: 'json' }
import quotes from '../../../spec/generated/fact-quotes.json' with { type: 'json' }
import facts from '../../../spec/generated/facts.json' with { type: 'json' }
import type { components } from '../../../spec/generated/sandbox.ts'
import { ApiError, invalidValue } from '../../errors.ts'
import type { Provenance } from '../../openapi/provenance/provenance.ts'
import { provenanceOf, sectionsOf } from '../../openapi/provenance/statements.ts'
import { isFact } from '../../openapi/provenance/touched-facts.ts'
import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { operationsOf } from '../../schema/operations.ts'
import { meet, namesIn, pointerTo, resolvePointer, valueAt } from '../../schema/pointer.ts'
import { choicesAt } from './choices.ts'

type Schemas = components['schemas']
type Statement = Schemas['DocumentPlace']['statements'][number]

/** Values that are longer as JSON are left out. */
const LONGEST_VALUE = 64 * 1024
const MOST_PARTS = 200
const MOST_STATEMENTS = 5

/** Notes on the document, which no answer follows. */
const NOTES = ['x-source', 'x-follows', 'x-note']

/** A place of the served document: why it is as it is, and whether it may be changed. Throws an ApiError for none. */
export function placeOf(document: JsonObject, asked: string): Schemas['DocumentPlace'] {
  const pointer = followed(document, asked)
  const value = valueAt(document, pointer)
  if (value === undefined) {
    throw new ApiError('unknown_resource', `The document has nothing at ${asked.slice(0, 200)}.`)
  }
  const provenance = provenanceOf(document)
  const statements = statementsAbout(pointer)
  const about = assumptionsAbout(pointer)
  const editable = pointer !== '' && !isFact(pointer, provenance)
  const assumed = provenance.original(pointer)
  return {
    pointer,
    origin: provenance.of(pointer),
    ...shown('value', value),
    ...(assumed !== undefined && !isFact(pointer, provenance) && shown('assumed', assumed)),
    ...choicesOf(pointer, value),
    statements,
    assumptions: about.map(({ number, description, sections }) => ({
      number,
      description,
      sections,
    })),
    operations: operationsAt(document, pointer) ?? about[0]?.operations ?? [],
    parts: partsOf(pointer, value, provenance),
    editable,
    ...(!editable && { why: whyNot(statements) }),
  }
}

/** The provider's statements about a place: its section, and the facts that are proved there. */
export function statementsAbout(pointer: string): Statement[] {
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
    const ids = Object.entries(places).flatMap(([id, at]) => (at === place ? [id] : []))
    if (ids.length > 0) return facts.filter(({ id }) => ids.includes(id)).map(statementOf)
  }
  const sections = sectionsOf(pointer)
  const ranked = facts
    .filter(({ section }) => sections.includes(section))
    .map((fact) => ({ fact, named: names.filter((name) => hasWord(fact.statement, name)).length }))
  const most = Math.max(...ranked.map(({ named }) => named), 1)
  return ranked.filter(({ named }) => named === most).map(({ fact }) => statementOf(fact))
}

function statementOf({ id, section, statement }: (typeof facts)[number]): Statement {
  const quote = (quotes as Record<string, string>)[id] ?? null
  return { section, fact: id, statement, quote }
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
}

function distance(length: number, { length: own }: string): number {
  return Math.abs(own - length)
}

function partsOf(
  pointer: string,
  value: Json,
  provenance: Provenance,
): Schemas['DocumentPlace']['parts'] {
  const isList = Array.isArray(value)
  if (!isObject(value) && !(isList && value.some(isObject))) return []
  return Object.entries(value as JsonObject)
    .filter(([name]) => !NOTES.includes(name))
    .slice(0, MOST_PARTS)
    .map(([key, part]) => {
      const at = pointer + pointerTo(key)
      const name = isList && isObject(part) && typeof part.name === 'string' ? part.name : key
      return {
        name,
        pointer: at,
        origin: provenance.of(at),
        ...shown('value', part as Json),
        ...choicesOf(at, part as Json),
        editable: !isFact(at, provenance),
      }
    })
}

function whyNot(statements: readonly Statement[]): string {
  const [first] = statements
  if (first === undefined) return 'It is the document itself. Choose a part of it.'
  return (
    `${first.section} of the interface specification states it. A sandbox that answered otherwise would not be this ` +
    'service, so only what is assumed can be changed.'
  )
}

function operationsAt(document: JsonObject, pointer: string): string[] | undefined {
  const own = operationsOf(document).filter(({ path, method }) =>
    `${pointer}/`.startsWith(`${pointerTo('paths', path, method.toLowerCase())}/`),
  )
  return own.length > 0 ? own.map(({ id }) => String(id)) : undefined
}

function choicesOf(pointer: string, value: Json) {
  const choices = choicesAt(pointer, value)
  return choices && { choices: [...choices] }
}

function shown<Name extends string>(name: Name, value: Json): Record<Name, Json> | undefined {
  const isShort = JSON.stringify(value).length <= LONGEST_VALUE
  return isShort ? ({ [name]: value } as Record<Name, Json>) : undefined
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
