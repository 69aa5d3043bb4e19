import { type Json, type JsonObject, objectOf } from '../../schema/json.ts'
import {
  isSameParameter,
  type OperationNode,
  operationsOf,
  parametersOf,
  partOf,
  schemaOf,
} from '../../schema/operations.ts'
import type { Located } from '../../schema/pointer.ts'
import { entriesOf } from '../../schema/schema-view.ts'
import { DocumentError } from '../document-error.ts'
import { NEEDED, noBehaviour, SchemaCheck, WITHOUT_EFFECT } from './served-schemas.ts'

/** Inputs that the packaged document requires but the handlers do not need, by operationId. */
export type Dispensable = Readonly<Record<string, readonly string[] | undefined>>

/**
 * Throws DocumentError where `document` allows inputs that the handlers cannot serve. The handlers are written
 * for the types of the packaged document (`packaged`). An overlay may narrow these, and may also change upper
 * bounds, which no handler relies on.
 *
 * Such inputs are refused at the start, because later failures are worse: a renamed input would be ignored
 * silently, and a missing one would fail, or be stored and make other requests fail.
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
        partOf(this.#document, operation, 'requestBody'),
        partOf(this.#packaged, original, 'requestBody'),
      ),
    ]
  }

  /** Problems of the parameters that `x-paging` names; `readPaging` has checked that they exist. */
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
    const [schema] = entriesOf(given, 'schema')
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
        if (entriesOf(each, 'schema').length === 0) return [`${what} ${WITHOUT_SCHEMA}`]
        // No handler reads headers or cookies, so they are only checked.
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
    const servedSchemas = entriesOf(served, 'schema')
    const isNeeded =
      !isDispensable &&
      (served.value.required === true ||
        this.#schemas.servedValueOf(servedSchemas, 'default') !== undefined)
    if (!given) {
      return isNeeded ? [`is missing, but ${NEEDED}. Keep it, under this name.`] : []
    }

    const [schema] = entriesOf(given, 'schema')
    if (!schema) return [WITHOUT_SCHEMA]
    const { style = 'form', required } = given.value
    if (given.value.in === 'query' && style !== 'form') {
      return [`has the style ${JSON.stringify(style)}, which the sandbox cannot read. Use form.`]
    }
    const isSure = required === true || this.#schemas.valueOf(schema, 'default') !== undefined
    const absence =
      isNeeded && !isSure ? [`must be required or have a default, since ${NEEDED}.`] : []
    return [...absence, ...this.#schemas.problems([schema], servedSchemas)]
  }

  #bodyProblems(given: Located | undefined, served: Located | undefined): string[] {
    if (!served) {
      return !given || given.value[WITHOUT_EFFECT] === true ? [] : [noBehaviour('a body', [])]
    }
    if (!given) return [`the requestBody is missing, but ${NEEDED}. Keep it.`]

    const types = Object.keys(objectOf(given.value.content))
    if (types.join() !== JSON_TYPE) {
      const found = types.join(', ') || 'nothing'
      return [
        `the requestBody must be ${JSON_TYPE} alone, which is all that the sandbox reads; found ${found}.`,
      ]
    }
    const schema = schemaOf(given)
    if (!schema)
      return ['the requestBody has no schema, so it would be read unchecked. Give it one.']
    const servedSchemas = [schemaOf(served) ?? { value: true }]
    const absence =
      served.value.required === true && given.value.required !== true
        ? [`the requestBody must be required: true, since ${NEEDED}.`]
        : []
    return [
      ...absence,
      ...this.#schemas.problems([schema], servedSchemas).map((problem) => `the body ${problem}`),
    ]
  }
}

/** Keywords that the sandbox supports only where the packaged document has them. */
const KEYWORDS = ['x-paging', 'x-update']

function keywordProblems(name: string, { node }: OperationNode, original: OperationNode): string[] {
  const isServed = original.node[name] !== undefined
  if (isServed === (node[name] !== undefined)) return []
  return isServed
    ? [`${name} is missing, but ${NEEDED}. Keep it.`]
    : [`the sandbox has no behaviour for ${name} here. Leave it out.`]
}

function pagingOf({ node }: OperationNode): JsonObject {
  const { style, size, position } = objectOf(node['x-paging'])
  return { style, size, position }
}

const JSON_TYPE = 'application/json'
const WITHOUT_SCHEMA = 'has no schema, so it cannot be read. Give it one.'
