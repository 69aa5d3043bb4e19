import { expect, it } from 'vitest'
import { isObject, type Json } from '../src/schema/json.ts'
import control from './documents/control.ts'
import served from './documents/openapi.ts'

/** All objects in a document that have a member. */
function holdersOf(value: unknown, name: string): Record<string, Json>[] {
  if (Array.isArray(value)) return value.flatMap((each) => holdersOf(each, name))
  if (!isObject(value)) return []
  const below = Object.values(value).flatMap((each) => holdersOf(each, name))
  return name in value ? [value as Record<string, Json>, ...below] : below
}

const patterns = new Set(
  [served, control]
    .flatMap((document) => holdersOf(document, 'pattern'))
    .map(({ pattern }) => pattern)
    .filter((pattern) => typeof pattern === 'string'),
)

/** What some of JavaScript without `u`, Python, Go (RE2), Java and .NET lack, or read in another way. */
const SPECIAL = [
  [/\\[pP]\{/, 'a Unicode class'],
  [/\\u|\\x/, 'an escape by number'],
  [/\(\?(?!:)/, 'a look-around, a named group or a flag'],
  [/\\[1-9k]/, 'a reference to a group'],
  [/\\[AZzbBGQE]/, 'an anchor that not all have'],
  [/\[[^\]]*(&&|\[|--)/, 'an operation on classes'],
] as const

it.each([...patterns])('the pattern %j works in all languages', (pattern) => {
  expect(SPECIAL.filter(([form]) => form.test(pattern)).map(([, what]) => what)).toEqual([])
  expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow()
})

it('describes the values of an enum in their order, as generators expect it', () => {
  const described = [served, control].flatMap((document) =>
    holdersOf(document, 'x-enum-descriptions'),
  )

  expect(described.length).toBeGreaterThan(1)
  for (const { enum: values, 'x-enum-descriptions': texts } of described) {
    expect(texts).toHaveLength((values as Json[]).length)
    expect((texts as Json[]).every((text) => typeof text === 'string')).toBe(true)
  }
})

it('has no component that nothing refers to', () => {
  const text = JSON.stringify(served)
  const { securitySchemes: _, ...groups } = served.components as Record<string, object>
  const unused = Object.entries(groups).flatMap(([group, members]) =>
    Object.keys(members).filter((name) => !text.includes(`"#/components/${group}/${name}"`)),
  )

  // The file of a report in JSON, to which `download_url` leads.
  expect(unused).toEqual(['ReportContent'])
})

it('describes each operation', () => {
  const operations = holdersOf(served.paths, 'operationId')

  expect(operations.filter(({ description }) => !description)).toEqual([])
})
