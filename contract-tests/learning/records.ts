import type { Json } from '../http/reading.ts'
import type { Context } from './context.ts'
import { FEWEST } from './lesson.ts'

/**
 * A member that was shown too seldom here may be believed if the objects are records of a component that shows it.
 * Such objects have all members that the records always have, and none that they never have.
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
