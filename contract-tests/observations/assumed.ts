import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { nodeAt } from '../support/documents.ts'
import type { Exchange } from '../support/exchange.ts'
import { isObject, type Json } from '../support/reading.ts'

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

  /** The schema of `data` of a success, with its references followed. */
  dataSchema(operation: string): Json | undefined {
    const found = this.#response(operation, this.successStatus(operation) ?? 200)
    const data = found && this.#member(found.schema, 'data')
    return data && this.#followed(data)
  }

  /** Whether the document demands a member of the envelope of every success. */
  requires(member: string): boolean {
    const found = this.#response('getCampaign', 200)
    return found !== undefined && this.#required(found.schema).includes(member)
  }

  /** How a response differs from the document, as sentences; none where it agrees. */
  problems(exchange: Exchange): string[] {
    const { operation, response } = exchange
    if (!operation || !response) return []
    const found = this.#response(operation, response.status)
    if (!found) return [`status ${response.status} is not in the document`]
    const type = response.headers['content-type'] ?? ''
    if (!/json/i.test(type)) {
      const known = Object.keys(found.content).some((each) => type.startsWith(each))
      return known ? [] : [`the content type ${type || '(none)'} is not in the document`]
    }
    const validate = this.#validator(found.pointer)
    if (!validate || validate(response.json)) return []
    const problems = (validate.errors ?? []).map(
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
      return own === undefined ? [at] : this.undeclared(own, member, at)
    })
  }

  #properties(schema: Json): Record<string, Json> {
    const node = this.#followed(schema)
    const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => {
      const list = node[name]
      return Array.isArray(list) ? list.filter(isObject) : []
    })
    const inherited = parts.map((part) => this.#properties(part))
    const own = isObject(node.properties) ? (node.properties as Record<string, Json>) : {}
    return Object.assign({}, ...inherited, own)
  }

  #required(schema: Json): string[] {
    const node = this.#followed(schema)
    const parts = Array.isArray(node.allOf) ? node.allOf.filter(isObject) : []
    const own = Array.isArray(node.required) ? node.required.map(String) : []
    return [...own, ...parts.flatMap((part) => this.#required(part))]
  }

  #member(schema: Json, name: string): Json | undefined {
    return this.#properties(schema)[name]
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

  #response(operation: string, status: number) {
    const found = this.#operation(operation)
    const responses = found?.node.responses
    if (!found || !isObject(responses)) return undefined
    const key = [String(status), `${String(status)[0]}XX`].find((each) => each in responses)
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
