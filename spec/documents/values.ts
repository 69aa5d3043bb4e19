import { readFileSync } from 'node:fs'
import { parseYaml } from '../../src/openapi/yaml.ts'

/** A YAML file of spec/. */
export function readSpec(name: string): unknown {
  return parseYaml(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
}

/** A copy without parts that are the same object, as the build has it. */
export function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}
