import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { OpenAPIBackend } from 'openapi-backend'
import { DocumentError } from './document/document-error.ts'
import { isObject, type Json, type JsonObject } from './document/json.ts'
import { type RoutedOperation, routedOperation } from './document/operation.ts'
import { literally } from './regular-expression.ts'

export type Match =
  | { operation: RoutedOperation; params: Record<string, string> }
  /** The path is known, but not for this method. */
  | { allow: string[] }

interface Template {
  /** The path with its parameters unnamed, which tells templates apart. */
  shape: string
  pattern: RegExp
  names: string[]
  methods: Map<string, RoutedOperation>
}

/**
 * openapi-backend over the merged document: which operation a request means, and whether the request
 * and the response keep to it. The library compiles its matcher again for each request (0.1–0.7 ms),
 * so paths are matched here against patterns made once; its validators are used as they are.
 */
export class Router {
  readonly operations: RoutedOperation[]
  readonly #backend: OpenAPIBackend
  readonly #literals = new Map<string, Template>()
  readonly #templates: Template[] = []

  private constructor(backend: OpenAPIBackend) {
    this.#backend = backend
    this.operations = backend.router
      .getOperations()
      .map((operation) => routedOperation(operation as unknown as JsonObject))
    requireDifferentIds(this.operations)
    for (const operation of this.operations) this.#add(operation)
  }

  static async create(document: JsonObject): Promise<Router> {
    const backend = new OpenAPIBackend({
      // The library resolves references in place.
      definition: lengthBeforeEntries(document) as never,
      quick: true,
      strict: true,
      ajvOpts: {
        strict: false,
        allErrors: true,
        useDefaults: true,
        verbose: true,
        // The document is linted; checking its schemas again takes 50 ms of the start.
        validateSchema: false,
      } as never,
      customizeAjv: shareAjv() as never,
    })
    try {
      await backend.init()
      return new Router(backend)
    } catch (error) {
      if (error instanceof DocumentError) throw error
      // The library trips over a reference to nothing, a list that is none, and the like.
      throw new DocumentError(
        `The document is no sound OpenAPI: ${(error as Error).message}. Correct the overlay.`,
        { cause: error },
      )
    }
  }

  /** `path` is relative to the API root; undefined when the document has no such path. */
  match(method: string, path: string): Match | undefined {
    const literal = this.#literals.get(path)
    const found = literal ? { template: literal, params: {} } : this.#matchTemplate(path)
    if (!found) return undefined

    const { methods } = found.template
    // HEAD is served by GET, without the body (RFC 9110 §9.3.2).
    const operation = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined)
    return operation ? { operation, params: found.params } : { allow: allowed(methods) }
  }

  /** What is wrong with the request, in the words of Ajv; empty when it is valid. Fills in defaults. */
  validateRequest(
    { id }: RoutedOperation,
    request: { path: object; query: object; requestBody?: unknown },
  ): ErrorObject[] {
    const validators = this.#backend.validator.getRequestValidatorsForOperation(id) ?? []
    const errors = (validators as ValidateFunction[]).flatMap((validate) =>
      validate(request) ? [] : (validate.errors ?? []),
    )
    // That an `if` was not met says nothing beside what was wrong within its branch.
    return errors.filter(({ keyword }) => keyword !== 'if')
  }

  /** Compiles what is otherwise compiled at an operation's first request; throws DocumentError. */
  compileValidators(): void {
    for (const { id } of this.operations) {
      try {
        this.#backend.validator.getRequestValidatorsForOperation(id)
      } catch (error) {
        throw new DocumentError(
          `The document has a schema for ${id} that is no JSON Schema: ${(error as Error).message}.`,
        )
      }
    }
  }

  #add(operation: RoutedOperation): void {
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string)
    const shape = operation.path.replace(/\{[^}]+\}/g, '{}')
    const known = this.#literals.get(shape) ?? this.#templates.find((each) => each.shape === shape)
    const template = known ?? { shape, names, pattern: patternOf(shape), methods: new Map() }
    template.methods.set(operation.method, operation)
    if (known) return
    if (names.length === 0) this.#literals.set(shape, template)
    else this.#templates.push(template)
  }

  #matchTemplate(path: string): { template: Template; params: Record<string, string> } | undefined {
    for (const template of this.#templates) {
      const match = template.pattern.exec(path)
      if (!match) continue
      const params: Record<string, string> = {}
      // decodeURIComponent throws URIError on a broken escape; the caller answers it.
      template.names.forEach((name, index) => {
        params[name] = decodeURIComponent(match[index + 1] as string)
      })
      return { template, params }
    }
    return undefined
  }
}

function requireDifferentIds(operations: RoutedOperation[]): void {
  const known = new Map<string, RoutedOperation>()
  for (const operation of operations) {
    const other = known.get(operation.id)
    if (other) {
      throw new DocumentError(
        `${other.method} ${other.path} and ${operation.method} ${operation.path} both have the ` +
          `operationId ${operation.id}, which names what answers them. Give each its own.`,
      )
    }
    known.set(operation.id, operation)
  }
}

function allowed(methods: Map<string, RoutedOperation>): string[] {
  const names = [...methods.keys()]
  return names.includes('GET') ? [...names, 'HEAD'] : names
}

function patternOf(shape: string): RegExp {
  const literals = shape.split('{}').map(literally)
  return new RegExp(`^${literals.join('([^/]+)')}$`)
}

/**
 * A copy of the document in which the entries of an array are looked at only when there are no more of
 * them than `maxItems`. To find all that is wrong Ajv would go on to the entries: with those that fit
 * into 1 MB for a second, and an error for each.
 */
function lengthBeforeEntries<T extends Json | undefined>(value: T): T {
  if (Array.isArray(value)) return value.map(lengthBeforeEntries) as never
  if (!isObject(value)) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, lengthBeforeEntries(child)]),
  )
  const { items, ...rest } = copy
  if (typeof copy.maxItems !== 'number' || !isObject(items) || copy.if !== undefined)
    return copy as T
  return { ...rest, if: { minItems: copy.maxItems + 1 }, else: { items } } as never
}

/**
 * One Ajv for each of the library's contexts instead of one for each schema, which takes the time to
 * the first answer from seconds to milliseconds. Draft 2020-12 is that of OpenAPI 3.1.
 */
function shareAjv() {
  const shared = new Map<string, Ajv2020>()
  return (_original: unknown, options: Options, context: string): Ajv2020 => {
    const known = shared.get(context)
    if (known) return known
    // The library turns coercion on for parameters; `readQuery` has read the numbers, and Ajv would take
    // 0x3 and 1e1 for some, too.
    const ajv = new Ajv2020({ ...options, coerceTypes: false })
    addFormats.default(ajv)
    shared.set(context, ajv)
    return ajv
  }
}
