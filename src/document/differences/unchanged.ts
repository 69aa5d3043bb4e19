import { isObject, type JsonObject } from '../json.ts'
import type { Schemas } from './view.ts'
import { canonical } from './words.ts'

const REFERENCE = /"\$ref":"([^"]*)"/g
const COMPONENT = '#/components/schemas/'

/** Knows which schemas two documents have word for word, so that most of them need no comparison. */
export class Unchanged {
  /** References to components that are the same in both, with all that they refer to. */
  readonly #components = new Set<string>()

  constructor(before: JsonObject, after: JsonObject) {
    const others = componentsOf(after)
    const same = Object.entries(componentsOf(before))
      .map(([name, schema]) => ({ name, text: canonical(schema) }))
      .filter(({ name, text }) => text === canonical(others[name]))
    for (const { name } of same) this.#components.add(COMPONENT + name)
    let left = same
    do {
      left = same.filter(({ name }) => this.#components.has(COMPONENT + name))
      for (const { name, text } of left) {
        if (!this.#knowsAll(text)) this.#components.delete(COMPONENT + name)
      }
    } while (left.length > this.#components.size)
  }

  /** Whether schemas of the first document say what those of the second say. */
  has(before: Schemas, after: Schemas): boolean {
    const text = canonical([...before])
    return text === canonical([...after]) && this.#knowsAll(text)
  }

  #knowsAll(text: string): boolean {
    return [...text.matchAll(REFERENCE)].every(([, $ref]) => this.#components.has($ref as string))
  }
}

function componentsOf({ components }: JsonObject): JsonObject {
  const schemas = isObject(components) ? components.schemas : undefined
  return isObject(schemas) ? schemas : {}
}
