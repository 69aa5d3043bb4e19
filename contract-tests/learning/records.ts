import type { Json } from '../support/reading.ts'
import type { Context } from './context.ts'
import { FEWEST } from './lesson.ts'

/** Objects of one component, of all operations that show it. */
export interface Records {
  component: string
  values: Json[]
}

/**
 * A member that was shown too seldom here, of objects that are the records of a component: all that those always
 * have, and nothing that they never have. It is believed where they show it, as the document knows it of them.
 */
export function memberOfRecord(
  objects: Json[],
  name: string,
  { reader, records = [] }: Context,
): { known?: Json } | undefined {
  const names = new Set(objects.flatMap((object) => Object.keys(object)))
  const found = records.find(({ values }) => {
    const shown = new Set(values.flatMap((value) => Object.keys(value)))
    const always = [...shown].filter((each) => values.every((value) => Object.hasOwn(value, each)))
    return (
      [...names].every((each) => shown.has(each)) &&
      objects.every((object) => always.every((each) => Object.hasOwn(object, each))) &&
      values.filter((value) => Object.hasOwn(value, name)).length >= FEWEST
    )
  })
  if (!found) return undefined
  const { properties } = reader.flatten({ $ref: `#/components/schemas/${found.component}` })
  return properties[name] ? { known: properties[name] } : {}
}
