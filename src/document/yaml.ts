import { parse } from 'yaml'

/**
 * Parses YAML (and so JSON) with the merge key `<<`, which YAML 1.2 leaves out of its core schema
 * and OpenAPI authors use all the same.
 */
export function parseYaml(text: string): unknown {
  return parse(text, { merge: true })
}
