import { DocumentError } from './document-error.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { type OperationNode, operationsOf } from './methods.ts'
import { below, isSameParameter, parametersOf, place } from './places.ts'
import type { Located } from './pointer.ts'
import { NEEDED, noBehaviour, SchemaCheck, WITHOUT_EFFECT } from './served-schemas.ts'

/** Names of inputs that the packaged document requires and a handler can do without, by operationId. */
export type Dispensable = Readonly<Record<string, readonly string[] | undefined>>

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
  readonly #schemas: SchemaCheck

  constructor(document: JsonObject, packaged: JsonObject) {
    this.#document = document
    this.#packaged = packaged
    this.#schemas = new SchemaCheck(document, packaged)
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
    return this.#schemas.valueOf(schema, 'type') === 'string'
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
    const isSure = required === true || this.#schemas.valueOf(schema, 'default') !== undefined
    const absence =
      isNeeded && !isSure ? [`must be required or have a default, since ${NEEDED}.`] : []
    return [...absence, ...this.#schemas.problems(schema, servedSchema)]
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
      ...this.#schemas.problems(schema, servedSchema).map((problem) => `the body ${problem}`),
    ]
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
