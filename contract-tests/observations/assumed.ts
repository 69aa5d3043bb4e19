import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { nodeAt } from '../support/documents.ts'
import type { Exchange } from '../support/exchange.ts'
import { errorsBesideNulls } from '../support/nulls.ts'
import { isObject, type Json, refused } from '../support/reading.ts'

/** What a merged document, statements and assumptions, expects of responses. */
export class Assumptions {
  readonly #document: Json
  readonly #ajv: Ajv2020
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: Json) {
    this.#document = document
    this.#ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema({ ...document, $id: 'assumed:' })
  }

  /** Status and code of a situation that fails, as an operation answers it; undefined for neither. */
  failure(situation: string, operation: string | undefined): Json | undefined {
    const own = operation === undefined ? undefined : this.#operation(operation)?.node['x-failures']
    const table = this.#document['x-failures']
    const found = isObject(own) && situation in own ? own[situation] : undefined
    const general = isObject(table) ? table[situation] : undefined
    return isObject(found) ? found : isObject(general) ? general : undefined
  }

  /** The status of a success; undefined where the document shows a range alone. */
  successStatus(operation: string): number | undefined {
    const responses = this.#operation(operation)?.node.responses
    const statuses = Object.keys(isObject(responses) ? responses : {})
    const status = statuses.find((each) => /^2\d\d$/.test(each))
    return status === undefined ? undefined : Number(status)
  }

  /** What X-RateLimit-Reset counts in. */
  resetUnit(): unknown {
    const { headers } = (this.#document.components ?? {}) as Json
    const header = isObject(headers) ? headers['X-RateLimit-Reset'] : undefined
    return isObject(header) ? header['x-unit'] : undefined
  }

  /** What becomes of an unknown query parameter of an operation: `ignored` or `refused`. */
  unknownParameters(operation: string): unknown {
    const own = this.#operation(operation)?.node['x-unknown-parameters']
    return own ?? this.#document['x-unknown-parameters']
  }

  /** What a PUT does: `patch` or `replace`, or `whole_body` where it takes whole campaigns alone. */
  updateSemantics(): unknown {
    const { node } = this.#operation('updateCampaign') ?? {}
    const body = node && isObject(node.requestBody) ? node.requestBody : {}
    const schema = nodeAt(body, '#/content/application~1json/schema')
    return isObject(schema) && this.#required(schema).length > 0 ? 'whole_body' : node?.['x-update']
  }

  /** The schema of `data` of a success, with its references followed. */
  dataSchema(operation: string): Json | undefined {
    const data = this.dataReference(operation)
    return data && this.#followed(data)
  }

  /** The schema of the whole of a success. */
  successSchema(operation: string): Json | undefined {
    return this.#success(operation)?.schema
  }

  /** The schema of `data` of a success, as it stands: it may be a reference. */
  dataReference(operation: string): Json | undefined {
    const schema = this.successSchema(operation)
    return (schema && this.#properties(schema).data) || undefined
  }

  /** Whether every success has a member of the envelope; undefined where the document leaves it open. */
  shows(member: string): boolean | undefined {
    const found = this.#success('getCampaign')
    if (!found) return undefined
    if (this.#properties(found.schema)[member] === false) return false
    return this.#required(found.schema).includes(member) ? true : undefined
  }

  /** Media types of a success. */
  mediaTypes(operation: string): string[] {
    return Object.keys(this.#success(operation)?.content ?? {})
  }

  /** Where in `data` of a success the list stands: '' for `data` itself; undefined where it is none. */
  listPath(operation: string): string | undefined {
    const schema = this.dataSchema(operation)
    return schema && this.#pathOfList(schema)
  }

  #pathOfList(schema: Json): string | undefined {
    const node = this.#followed(schema)
    if (node.type === 'array') return ''
    const below = Object.entries(this.#properties(node)).flatMap(([name, property]) => {
      // What is not marked is a list of something else.
      const isList = property !== false && property['x-from'] === '/data'
      const path = property === false ? undefined : this.#pathOfList(property)
      if (path === undefined || (path === '' && !isList)) return []
      return path ? `${name}.${path}` : name
    })
    return below[0]
  }

  /** How a response differs from the document, as sentences; none where it agrees. */
  problems(exchange: Exchange): string[] {
    const { operation, response } = exchange
    if (!operation || !response) return []
    const found = refused(exchange)
      ? this.#failure(operation, response.status)
      : this.#response(operation, String(response.status))
    if (!found) return [`status ${response.status} is not in the document`]
    const type = response.headers['content-type'] ?? ''
    if (!/json/i.test(type)) {
      const known = Object.keys(found.content).some((each) => type.startsWith(each))
      return known ? [] : [`the content type ${type || '(none)'} is not in the document`]
    }
    const validate = this.#validator(found.pointer)
    const errors = validate ? errorsBesideNulls(validate, response.json) : []
    const problems = errors.map(
      // What is wrong with each item of a list is wrong once.
      ({ instancePath, message }) =>
        `${instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'the body'} ${message}`,
    )
    return [...new Set(problems)]
  }

  /** Members of a value that its schema does not declare, by path, an item of a list as `[]`. */
  undeclared(schema: Json | undefined, value: unknown, path = ''): string[] {
    if (!schema) return []
    const node = this.#followed(schema)
    if (Array.isArray(value)) {
      const items = isObject(node.items) ? node.items : undefined
      return [...new Set(value.flatMap((item) => this.undeclared(items, item, `${path}[]`)))]
    }
    if (!isObject(value) || isObject(node.additionalProperties)) return []
    const declared = this.#properties(node)
    if (Object.keys(declared).length === 0) return []
    return Object.entries(value).flatMap(([name, member]) => {
      const at = path ? `${path}.${name}` : name
      const own = declared[name]
      return isObject(own) ? this.undeclared(own, member, at) : [at]
    })
  }

  /** Those of all parts; one that any part says is never there is `false`. */
  #properties(schema: Json): Record<string, Json | false> {
    const node = this.#followed(schema)
    const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => {
      const list = node[name]
      return Array.isArray(list) ? list.filter(isObject) : []
    })
    const own = isObject(node.properties) ? (node.properties as Record<string, Json | false>) : {}
    const all = [...parts.map((part) => this.#properties(part)), own]
    const absent = all.flatMap((properties) =>
      Object.entries(properties).filter(([, property]) => property === false),
    )
    // Without a prototype, of which a member may have a name: `constructor`.
    return Object.assign(Object.create(null), ...all, Object.fromEntries(absent))
  }

  #required(schema: Json): string[] {
    const node = this.#followed(schema)
    const parts = Array.isArray(node.allOf) ? node.allOf.filter(isObject) : []
    const own = Array.isArray(node.required) ? node.required.map(String) : []
    return [...own, ...parts.flatMap((part) => this.#required(part))]
  }

  #followed(node: Json): Json {
    let followed = node
    while (typeof followed.$ref === 'string') {
      const target = nodeAt(this.#document, followed.$ref)
      if (!isObject(target)) return followed
      followed = target
    }
    return followed
  }

  #operation(operation: string): { node: Json; pointer: string } | undefined {
    for (const [path, item] of Object.entries(this.#document.paths as Json)) {
      for (const [method, node] of Object.entries(item as Json)) {
        if (!isObject(node) || node.operationId !== operation) continue
        return { node, pointer: `#/paths/${path.replaceAll('/', '~1')}/${method}` }
      }
    }
    return undefined
  }

  #success(operation: string) {
    return this.#response(operation, String(this.successStatus(operation) ?? 200))
  }

  /** The answer to a failure; `default` stands for those that `x-failures` gives the status to. */
  #failure(operation: string, status: number) {
    const own = this.#operation(operation)?.node['x-failures']
    const tables = [own, this.#document['x-failures']].filter(isObject)
    const wordings = tables.flatMap((table) => Object.values(table)).filter(isObject)
    const named = status >= 400 ? this.#response(operation, String(status)) : undefined
    if (named) return named
    const isWorded = wordings.some((wording) => wording.status === status)
    return isWorded ? this.#response(operation, 'default') : undefined
  }

  #response(operation: string, status: string) {
    const found = this.#operation(operation)
    const responses = found?.node.responses
    if (!found || !isObject(responses)) return undefined
    const key = [status, `${status[0]}XX`].find((each) => each in responses)
    if (key === undefined || !isObject(responses[key])) return undefined
    const response = responses[key]
    const referred = typeof response.$ref === 'string' ? response.$ref : undefined
    const content = this.#followed(response).content
    const json = isObject(content) ? content['application/json'] : undefined
    const base = referred ?? `${found.pointer}/responses/${key}`
    return {
      content: isObject(content) ? content : {},
      schema: isObject(json) && isObject(json.schema) ? json.schema : {},
      pointer: isObject(json) ? `${base}/content/application~1json/schema` : undefined,
    }
  }

  #validator(pointer: string | undefined): ValidateFunction | undefined {
    if (pointer === undefined) return undefined
    let validate = this.#validators.get(pointer)
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `assumed:${encodeURI(pointer)}` })
      this.#validators.set(pointer, validate)
    }
    return validate
  }
}
