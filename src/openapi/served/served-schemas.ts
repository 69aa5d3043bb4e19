import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Json, type JsonObject, mapObjects, without } from '../../schema/json.ts'
import { SchemaReader } from '../../schema/schema-reader.ts'
import { areTypesWithin, keyword, type Schema, type View } from '../../schema/schema-view.ts'

/** Marks an input that is only checked. */
export const WITHOUT_EFFECT = 'x-without-effect'

export const NEEDED = 'the sandbox cannot do without it'

/** Compares the schema of an input with the packaged document, for which the handlers are written. */
export class SchemaCheck {
  readonly #own: SchemaReader
  readonly #packaged: SchemaReader
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false })

  constructor(document: JsonObject, packaged: JsonObject) {
    this.#own = new SchemaReader(document)
    this.#packaged = new SchemaReader(packaged)
    addFormats.default(this.#ajv)
    // No handler relies on upper bounds.
    const isBound = (name: string, value: unknown) =>
      UPPER_BOUNDS.includes(name) && typeof value === 'number'
    const open = mapObjects(packaged, (object) => without(object, isBound))
    this.#ajv.addSchema(open, 'packaged')
  }

  /** How `schemas` allow values that `served` do not. */
  problems(schemas: readonly Schema[], served: readonly Schema[]): string[] {
    const view = this.#own.of(schemas)
    const original = this.#packaged.of(served)
    const fallback = keyword(view, 'default')
    const possible = [...(view.values ?? []), ...(fallback === undefined ? [] : [fallback])]
    const unserved = possible.find((value) => !this.#isServed(value, served))
    if (unserved !== undefined) {
      const { values, items, types } = original
      const all = this.#packaged.of(items).values ?? values
      const can = (all ?? asList(keyword(original, 'pattern') ?? types?.slice())).join(', ')
      return [`has the value ${JSON.stringify(unserved)}, but the sandbox serves ${can} only.`]
    }
    // Each value of an enum was checked above.
    return view.values?.length ? [] : this.#keywordProblems(view, original)
  }

  /** The value of a keyword. */
  valueOf(schema: Schema, name: string): Json | undefined {
    return keyword(this.#own.of([schema]), name)
  }

  /** Like `valueOf`, for the packaged document. */
  servedValueOf(schemas: readonly Schema[], name: string): Json | undefined {
    return keyword(this.#packaged.of(schemas), name)
  }

  #keywordProblems(view: View, served: View): string[] {
    const says = (holds: (part: JsonObject) => boolean) =>
      view.parts.some(({ value }) => holds(value))
    const problems: string[] = []

    const { types, values, items } = served
    // A type that is only implied allows other values.
    const isTyped = says(({ type }) => type !== undefined && areTypesWithin([type].flat(), types))
    if (types !== undefined && !isTyped) {
      problems.push(`must have the type ${types.join(' or ')}, as which the sandbox reads it.`)
    }
    if (values !== undefined) {
      problems.push(`must keep an enum, since the sandbox serves ${values.join(', ')} only.`)
    }
    for (const name of ['format', 'pattern']) {
      const relied = keyword(served, name)
      if (!isRelied(name, relied) || says((part) => part[name] === relied)) continue
      const way = 'Narrow it by an enum, or by another part in an allOf.'
      problems.push(`must keep the ${name} ${relied}, on which the sandbox relies. ${way}`)
    }
    for (const name of LOWER_BOUNDS) {
      const least = keyword(served, name)
      if (typeof least !== 'number' || says((part) => Number(part[name]) >= least)) continue
      problems.push(`must have ${name}: ${least} or more, on which the sandbox relies.`)
    }
    if (items.length > 0) {
      const found =
        view.items.length > 0 ? this.problems(view.items, items) : ['must be described.']
      problems.push(...found.map((problem) => `items: ${problem}`))
    }
    return [...problems, ...this.#memberProblems(view, served)]
  }

  #memberProblems(view: View, served: View): string[] {
    const known = [...served.members.keys()]
    if (known.length === 0) return []

    const problems = [...served.members].flatMap(([name, original]) => {
      const member = view.members.get(name)
      if (!member) {
        return [
          `lacks the member ${name}, which the sandbox would read unchecked. Keep it, under this name.`,
        ]
      }
      const isSure =
        view.required.has(name) || keyword(this.#own.of(member), 'default') !== undefined
      const absence =
        served.required.has(name) && !isSure
          ? [`must require the member ${name} or give it a default, since ${NEEDED}.`]
          : []
      const found = this.problems(member, original)
      return [...absence, ...found.map((problem) => `member ${name}: ${problem}`)]
    })
    const unknown = [...view.members].filter(
      ([name, member]) =>
        !known.includes(name) && keyword(this.#own.of(member), WITHOUT_EFFECT) !== true,
    )
    return [...problems, ...unknown.map(([name]) => noBehaviour(`the member ${name}`, known))]
  }

  #isServed(value: Json, served: readonly Schema[]): boolean {
    return served.every(({ pointer = '' }) =>
      this.#ajv.validate({ $ref: `packaged#${encodeURI(pointer)}` }, value),
    )
  }
}

export function noBehaviour(what: string, known: string[]): string {
  const names = known.length > 0 ? ` (it has some for ${known.join(', ')})` : ''
  return (
    `the sandbox has no behaviour for ${what}${names}. Leave it out, or mark it ` +
    `${WITHOUT_EFFECT}: true to have it checked only.`
  )
}

/** The format `password` is a hint for editors and does not restrict the value. */
function isRelied(keyword: string, value: Json | undefined): boolean {
  return value !== undefined && !(keyword === 'format' && value === 'password')
}

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems']
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems']

function asList(value: Json | undefined): Json[] {
  return value === undefined ? [] : [value].flat()
}
