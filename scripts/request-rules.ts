import type { Options, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { compiledRules } from '../src/openapi/served/compiled-rules.ts'
import type { RoutedOperation } from '../src/openapi/served/operation.ts'
import type { JsonObject } from '../src/schema/json.ts'

/** A module with the rules of `document`: its operations and the compiled validators of their requests. */
export async function requestRulesModule(
  document: JsonObject,
  read?: (fields: JsonObject) => RoutedOperation,
): Promise<string> {
  const names = new Map<unknown, string>()
  let ajv: Ajv2020 | undefined
  const adapt = (options: Options) => {
    ajv = namingAjv(options, names)
    return ajv
  }
  const options = { adapt, ...(read && { read }) }
  const { operations, validatorsOf } = await compiledRules(document, options)
  const validators = operations.map(
    ({ id }) => `  ${id}: [${validatorsOf(id).map((validate) => names.get(validate))}],`,
  )
  const exported = Object.fromEntries([...names.values()].map((name) => [name, name]))
  return [
    withImports(standalone.default(ajv as Ajv2020, exported)),
    `const validators = {\n${validators.join('\n')}\n}`,
    `const operations = ${JSON.stringify(operations)}`,
    'export const rules = { operations, validatorsOf: (id) => validators[id] ?? [] }',
  ].join('\n')
}

/** An Ajv that keeps the source of each compiled function, under a name. */
function namingAjv(options: Options, names: Map<unknown, string>): Ajv2020 {
  const ajv = new Ajv2020({ ...options, code: { source: true, esm: true } })
  ajv.compile = ((schema: object) => {
    const name = `request${names.size}`
    ajv.addSchema(schema, name)
    const validate = ajv.getSchema(name) as ValidateFunction
    names.set(validate, name)
    return validate
  }) as never
  return ajv
}

/** Turns the `require` calls in Ajv's code into imports. */
function withImports(code: string): string {
  const modules: string[] = []
  const body = code.replace(/require\("([^"]+)"\)(\.default)?/g, (_, path: string, member = '') => {
    if (!modules.includes(path)) modules.push(path)
    const name = `module${modules.indexOf(path)}`
    return name + member
  })
  const imports = modules.map((path, index) => `import module${index} from '${path}.js'`)
  return [...imports, body.replace('"use strict";', '')].join('\n')
}
