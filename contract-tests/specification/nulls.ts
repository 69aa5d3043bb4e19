import type { ErrorObject, ValidateFunction } from 'ajv'
import { namesIn } from '../../src/schema/pointer.ts'
import { isObject, type Json } from '../http/reading.ts'
import { nodeAt } from './documents.ts'

/** The errors of a validator. Null counts as absent, unless the schema allows it. */
export function errorsBesideNulls(validate: ValidateFunction, body: unknown): ErrorObject[] {
  let value = body
  while (!validate(value)) {
    const errors = validate.errors ?? []
    const nulls = errors
      .map(({ instancePath }) => instancePath)
      .filter((path) => isNullAt(value, path))
    if (nulls.length === 0) return errors
    value = structuredClone(value)
    for (const path of nulls) removeAt(value, path)
  }
  return []
}

function isNullAt(value: unknown, path: string): boolean {
  const parent = nodeAt(value as Json, path.slice(0, path.lastIndexOf('/')))
  return isObject(parent) && parent[lastOf(path)] === null
}

function removeAt(value: unknown, path: string): void {
  const parent = nodeAt(value as Json, path.slice(0, path.lastIndexOf('/')))
  if (isObject(parent)) delete parent[lastOf(path)]
}

function lastOf(path: string): string {
  return namesIn(path).at(-1) ?? ''
}
