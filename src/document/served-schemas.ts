import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isObject, type Json, type JsonObject } from './json.ts'
import { below, conjuncts, memberOf, membersOf, requiredOf } from './places.ts'
import type { Located } from './pointer.ts'

/** Marks an input that is checked and has no other effect. */
export const WITHOUT_EFFECT = 'x-without-effect'

export const NEEDED = 'the sandbox cannot do without it'

/** Holds the schema of an input against that of the packaged document, which is what the handlers serve. */
export class SchemaCheck {
  readonly #document: JsonObject
  readonly #packaged: JsonObject
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false })

  constructor(document: JsonObject, packaged: JsonObject) {
    this.#document = document
    this.#packaged = withoutUpperBounds(packaged)
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(this.#packaged, 'packaged')
  }

  /** How `schema` admits what `served` does not. */
  problems(schema: Located, served: Located): string[] {
    const values = this.valueOf(schema, 'enum') ?? asList(this.valueOf(schema, 'const'))
    const isListed = (values as Json[]).length > 0
    const fallback = this.valueOf(schema, 'default')
    const possible = [...(values as Json[]), ...(fallback === undefined ? [] : [fallback])]
    const unserved = possible.find((value) => !this.#isServed(value, served))
    if (unserved !== undefined) {
      const { items, enum: all, pattern, type } = served.value
      const can = asList((items as JsonObject)?.enum ?? all ?? pattern ?? type).join(', ')
      return [`has the value ${JSON.stringify(unserved)}, but the sandbox serves ${can} only.`]
    }
    // Each value that a list lets in was looked at.
    return isListed ? [] : this.#keywordProblems(schema, served)
  }

  #keywordProblems(schema: Located, served: Located): string[] {
    const parts = conjuncts(this.#document, schema)
    const says = (holds: (part: JsonObject) => boolean) => parts.some(({ value }) => holds(value))
    const { type, enum: values, items } = served.value
    const problems: string[] = []

    const types = asList(type)
    const isTyped = says((part) => {
      const own = asList(part.type)
      return own.length > 0 && own.every((each) => isType(each, types))
    })
    if (type !== undefined && !isTyped) {
      problems.push(`must have the type ${types.join(' or ')}, as which the sandbox reads it.`)
    }
    if (values !== undefined) {
      problems.push(
        `must keep an enum, since the sandbox serves ${asList(values).join(', ')} only.`,
      )
    }
    for (const name of ['format', 'pattern'].filter((it) => isRelied(it, served.value[it]))) {
      if (says((part) => part[name] === served.value[name])) continue
      const way = 'Narrow it by an enum, or by another part in an allOf.'
      problems.push(
        `must keep the ${name} ${served.value[name]}, on which the sandbox relies. ${way}`,
      )
    }
    for (const name of LOWER_BOUNDS) {
      const least = served.value[name]
      if (typeof least !== 'number' || says((part) => Number(part[name]) >= least)) continue
      problems.push(`must have ${name}: ${least} or more, on which the sandbox relies.`)
    }
    if (items !== undefined) {
      const own = parts.flatMap((part) => below(this.#document, part, 'items') ?? [])[0]
      const servedItems = below(this.#packaged, served, 'items') as Located
      const found = own ? this.problems(own, servedItems) : ['must be described.']
      problems.push(...found.map((problem) => `items: ${problem}`))
    }
    return [...problems, ...this.#memberProblems(parts, conjuncts(this.#packaged, served))]
  }

  #memberProblems(parts: Located[], servedParts: Located[]): string[] {
    const known = membersOf(servedParts)
    if (known.length === 0) return []

    const problems = known.flatMap((name) => {
      const member = memberOf(this.#document, parts, name)
      if (!member) {
        return [
          `lacks the member ${name}, which the sandbox would read unchecked. Keep it, under this name.`,
        ]
      }
      const isSure =
        requiredOf(parts).includes(name) || this.valueOf(member, 'default') !== undefined
      const absence =
        requiredOf(servedParts).includes(name) && !isSure
          ? [`must require the member ${name} or give it a default, since ${NEEDED}.`]
          : []
      const served = memberOf(this.#packaged, servedParts, name) as Located
      return [
        ...absence,
        ...this.problems(member, served).map((problem) => `member ${name}: ${problem}`),
      ]
    })
    const unknown = membersOf(parts).filter(
      (name) =>
        !known.includes(name) &&
        memberOf(this.#document, parts, name)?.value[WITHOUT_EFFECT] !== true,
    )
    return [...problems, ...unknown.map((name) => noBehaviour(`the member ${name}`, known))]
  }

  #isServed(value: Json, served: Located): boolean {
    return this.#ajv.validate({ $ref: `packaged#${encodeURI(served.pointer)}` }, value)
  }

  /** What a part of a schema gives for a keyword. */
  valueOf(schema: Located, name: string): Json | undefined {
    const parts = conjuncts(this.#document, schema)
    return parts.find(({ value }) => value[name] !== undefined)?.value[name]
  }
}

export function noBehaviour(what: string, known: string[]): string {
  const names = known.length > 0 ? ` (it has some for ${known.join(', ')})` : ''
  return (
    `the sandbox has no behaviour for ${what}${names}. Leave it out, or mark it ` +
    `${WITHOUT_EFFECT}: true to have it checked and nothing more.`
  )
}

/** The format of a password tells editors how to show it, and nothing of its form. */
function isRelied(keyword: string, value: Json | undefined): boolean {
  return value !== undefined && !(keyword === 'format' && value === 'password')
}

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems', 'minProperties']
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems']

function asList(value: Json | undefined): Json[] {
  return value === undefined ? [] : [value].flat()
}

/** Whether all values of a type are of one of the others. */
function isType(type: Json, others: Json[]): boolean {
  return others.includes(type) || (type === 'integer' && others.includes('number'))
}

/** A copy without the bounds that no handler relies on. */
function withoutUpperBounds<T extends Json | undefined>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUpperBounds) as never
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(
    ([name, bound]) => !(UPPER_BOUNDS.includes(name) && typeof bound === 'number'),
  )
  return Object.fromEntries(kept.map(([name, child]) => [name, withoutUpperBounds(child)])) as never
}
