import { type ApiDocument, resolved } from './document.ts'
import type { Resolve, Schema } from './schema-form.ts'

type Method = 'get' | 'post' | 'put'

/** Replaces references within a document; members next to `$ref` count, too. */
export function resolverOf(api: ApiDocument): Resolve {
  return (schema) => {
    if (schema.$ref === undefined) return schema
    const { $ref, ...rest } = schema
    return { ...resolved(api, { $ref }), ...rest }
  }
}

/** The schema of a JSON body; one without members if the served document has no such operation. */
export function bodySchema(api: ApiDocument, path: string, method: Method): Schema {
  return api.paths?.[path]?.[method]?.requestBody?.content?.['application/json']?.schema ?? {}
}

/** The query parameters of an operation as one object schema. */
export function querySchema(api: ApiDocument, path: string): Schema {
  const parameters: Parameter[] = (api.paths?.[path]?.get?.parameters ?? [])
    .map((parameter: unknown) => resolved(api, parameter))
    .filter((parameter: Parameter) => parameter.in === 'query')
  return {
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description === undefined ? {} : { description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}
