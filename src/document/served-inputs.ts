import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { DocumentError } from './document-error.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { type OperationNode, operationsOf } from './methods.ts'
import {
  below,
  conjuncts,
  isSameParameter,
  memberOf,
  membersOf,
  parametersOf,
  place,
  requiredOf,
} from './places.ts'
import type { Located } from './pointer.ts'

/** Names of inputs that the packaged document requires and a handler can do without, by operationId. */
export type Dispensable = Readonly<Record<string, readonly string[] | undefined>>

/** Marks an input that is checked and has no other effect. */
const WITHOUT_EFFECT = 'x-without-effect'

/**
 * Throws DocumentError where `document` lets in what the handlers cannot serve. They are written against
 * the types of the packaged document (`packaged`), so that is the declaration of what they take: an overlay
 * may narrow it. It may also move upper bounds, which no handler relies on.
 *
 * What cannot be served is refused here, at the start, because the alternatives are worse: an input that is
 * read under its old name is ignored in silence, and one that is unexpectedly absent fails, or is stored
 * and makes others fail.
 */
export function requireServedInputs(
  document: JsonObject,
  packaged: JsonObject,
  dispensable: Dispensable,
): void {
  const check = new InputCheck(document, packaged)
  const served = new Map(operationsOf(packaged).map((operation) => [operation.id, operation]))
  const problems = operationsOf(document).flatMap((operation) => {
    const original = served.get(operation.id)
    if (!original) return []
    const name = `${operation.method} ${operation.path}`
    return check
      .problems(operation, original, dispensable[String(operation.id)] ?? [])
      .map((problem) => `${name}: ${problem}`)
  })
  if (problems.length === 0) return
  const [first, ...more] = [...new Set(problems)]
  const rest = more.length > 0 ? `\n${more.slice(0, 9).join('\n')}` : ''
  throw new DocumentError(`${first}${rest}`)
}

class InputCheck {
  readonly #document: JsonObject
  readonly #packaged: JsonObject
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false })

  constructor(document: JsonObject, packaged: JsonObject) {
    this.#document = document
    this.#packaged = withoutUpperBounds(packaged)
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(this.#packaged, 'packaged')
  }

  problems(
    operation: OperationNode,
    original: OperationNode,
    dispensable: readonly string[],
  ): string[] {
    const own = parametersOf(this.#document, operation)
    const served = parametersOf(this.#packaged, original)
    const paging = pagingOf(operation)
    const servedPaging = pagingOf(original)
    const paged = Object.values(servedPaging)
    const others = served.filter(({ value }) => !paged.includes(value.name))
    return [
      ...KEYWORDS.flatMap((name) => keywordProblems(name, operation, original)),
      ...this.#pagingProblems(own, paging, (name) =>
        served.find(({ value }) => value.name === servedPaging[name]),
      ),
      ...others.flatMap((each) => {
        const { in: where, name } = each.value
        const given = own.find((it) => isSameParameter(it, each))
        return this.#parameterProblems(given, each, dispensable.includes(name as string)).map(
          (problem) => `the ${where} parameter ${name} ${problem}`,
        )
      }),
      ...this.#unknownParameters(own, served, Object.values(paging)),
      ...this.#bodyProblems(
        below(this.#document, place(operation), 'requestBody'),
        below(this.#packaged, place(original), 'requestBody'),
      ),
    ]
  }

  /** What is wrong with the parameters that `x-paging` names; that it names any is known already. */
  #pagingProblems(
    own: Located[],
    { style, size, position }: JsonObject,
    served: (name: 'size' | 'position') => Located | undefined,
  ): string[] {
    return [['size', size] as const, ['position', position] as const].flatMap(([member, name]) => {
      const given = own.find(({ value }) => value.in === 'query' && value.name === name)
      const original = served(member)
      if (!given || !original || style === 'none') return []
      const problems =
        member === 'position' && style === 'cursor'
          ? this.#cursorProblems(given)
          : this.#parameterProblems(given, original, true)
      return problems.map((problem) => `the query parameter ${name} ${problem}`)
    })
  }

  #cursorProblems(given: Located): string[] {
    const schema = below(this.#document, given, 'schema')
    if (!schema) return [WITHOUT_SCHEMA]
    return this.#valueOf(schema, 'type') === 'string'
      ? []
      : ['must have the type string, a cursor.']
  }

  #unknownParameters(own: Located[], served: Located[], paging: (Json | undefined)[]): string[] {
    return own
      .filter((each) => !served.some((it) => isSameParameter(it, each)))
      .filter(({ value }) => value.in !== 'query' || !paging.includes(value.name))
      .flatMap((each) => {
        const { name, in: where, [WITHOUT_EFFECT]: isMarked } = each.value
        const what = `the ${where} parameter ${name}`
        if (!below(this.#document, each, 'schema')) return [`${what} ${WITHOUT_SCHEMA}`]
        // Headers and cookies steer no handler: to check them is all there is to obey.
        if (where !== 'query' || isMarked === true) return []
        const known = served.filter(({ value }) => value.in === where)
        return [
          noBehaviour(
            what,
            known.map(({ value }) => String(value.name)),
          ),
        ]
      })
  }

  #parameterProblems(
    given: Located | undefined,
    served: Located,
    isDispensable: boolean,
  ): string[] {
    const servedSchema = below(this.#packaged, served, 'schema') as Located
    const isNeeded =
      !isDispensable && (served.value.required === true || servedSchema.value.default !== undefined)
    if (!given) {
      return isNeeded ? [`is missing, but ${NEEDED}. Keep it, under this name.`] : []
    }

    const schema = below(this.#document, given, 'schema')
    if (!schema) return [WITHOUT_SCHEMA]
    const { style = 'form', required } = given.value
    if (given.value.in === 'query' && style !== 'form') {
      return [`has the style ${JSON.stringify(style)}, which the sandbox cannot read. Use form.`]
    }
    const isSure = required === true || this.#valueOf(schema, 'default') !== undefined
    const absence =
      isNeeded && !isSure ? [`must be required or have a default, since ${NEEDED}.`] : []
    return [...absence, ...this.#schemaProblems(schema, servedSchema)]
  }

  #bodyProblems(given: Located | undefined, served: Located | undefined): string[] {
    if (!served) {
      return !given || given.value[WITHOUT_EFFECT] === true ? [] : [noBehaviour('a body', [])]
    }
    if (!given) return [`the requestBody is missing, but ${NEEDED}. Keep it.`]

    const types = Object.keys((given.value.content ?? {}) as JsonObject)
    if (types.join() !== JSON_TYPE) {
      const found = types.join(', ') || 'nothing'
      return [
        `the requestBody must be ${JSON_TYPE} alone, which is all that is read; found ${found}.`,
      ]
    }
    const schema = below(this.#document, given, 'content', JSON_TYPE, 'schema')
    if (!schema)
      return ['the requestBody has no schema, so it would be read unchecked. Give it one.']
    const servedSchema = below(this.#packaged, served, 'content', JSON_TYPE, 'schema') as Located
    const absence =
      served.value.required === true && given.value.required !== true
        ? [`the requestBody must be required: true, since ${NEEDED}.`]
        : []
    return [
      ...absence,
      ...this.#schemaProblems(schema, servedSchema).map((problem) => `the body ${problem}`),
    ]
  }

  /** How `schema` admits what `served` does not. */
  #schemaProblems(schema: Located, served: Located): string[] {
    const values = this.#valueOf(schema, 'enum') ?? asList(this.#valueOf(schema, 'const'))
    const isListed = (values as Json[]).length > 0
    const fallback = this.#valueOf(schema, 'default')
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
      const found = own ? this.#schemaProblems(own, servedItems) : ['must be described.']
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
        requiredOf(parts).includes(name) || this.#valueOf(member, 'default') !== undefined
      const absence =
        requiredOf(servedParts).includes(name) && !isSure
          ? [`must require the member ${name} or give it a default, since ${NEEDED}.`]
          : []
      const served = memberOf(this.#packaged, servedParts, name) as Located
      return [
        ...absence,
        ...this.#schemaProblems(member, served).map((problem) => `member ${name}: ${problem}`),
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
  #valueOf(schema: Located, name: string): Json | undefined {
    const parts = conjuncts(this.#document, schema)
    return parts.find(({ value }) => value[name] !== undefined)?.value[name]
  }
}

/** Keywords for which there is a behaviour where the packaged document has them, and nowhere else. */
const KEYWORDS = ['x-paging', 'x-update']

function keywordProblems(name: string, { node }: OperationNode, original: OperationNode): string[] {
  const isServed = original.node[name] !== undefined
  if (isServed === (node[name] !== undefined)) return []
  return isServed
    ? [`${name} is missing, but ${NEEDED}. Keep it.`]
    : [`the sandbox has no behaviour for ${name} here. Leave it out.`]
}

function pagingOf({ node }: OperationNode): JsonObject {
  const paging = node['x-paging']
  if (!isObject(paging)) return {}
  const { style, size, position } = paging
  return { style, size, position }
}

const JSON_TYPE = 'application/json'
const WITHOUT_SCHEMA = 'has no schema, so it cannot be read. Give it one.'
const NEEDED = 'the sandbox cannot do without it'

function noBehaviour(what: string, known: string[]): string {
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
