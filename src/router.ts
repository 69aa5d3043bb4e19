import type { ErrorObject } from 'ajv'
import type { RoutedOperation } from './document/operation.ts'
import { literally } from './regular-expression.ts'
import type { RequestRules } from './request-rules.ts'

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
 * Which operation a request means, and whether it keeps to the document. openapi-backend compiles its
 * matcher again for each request (0.1–0.7 ms), so paths are matched here against patterns made once; its
 * validators are used as they are.
 */
export class Router {
  readonly operations: RoutedOperation[]
  readonly #validatorsOf: RequestRules['validatorsOf']
  readonly #literals = new Map<string, Template>()
  readonly #templates: Template[] = []

  constructor({ operations, validatorsOf }: RequestRules) {
    this.operations = operations
    this.#validatorsOf = validatorsOf
    for (const operation of this.operations) this.#add(operation)
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
    request: {
      path: object
      query: object
      header?: object
      cookie?: object
      requestBody?: unknown
    },
  ): ErrorObject[] {
    const errors = this.#validatorsOf(id).flatMap((validate) =>
      validate(request) ? [] : (validate.errors ?? []),
    )
    // That an `if` was not met says nothing beside what was wrong within its branch.
    return errors.filter(({ keyword }) => keyword !== 'if')
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

function allowed(methods: Map<string, RoutedOperation>): string[] {
  const names = [...methods.keys()]
  return names.includes('GET') ? [...names, 'HEAD'] : names
}

function patternOf(shape: string): RegExp {
  const literals = shape.split('{}').map(literally)
  return new RegExp(`^${literals.join('([^/]+)')}$`)
}
