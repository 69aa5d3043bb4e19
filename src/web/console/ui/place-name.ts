import { namesIn } from '../../../schema/pointer.ts'

/** Steps of a pointer that say nothing to readers. */
const FORMAL = new Set([
  'components',
  'schemas',
  'properties',
  'content',
  'application/json',
  'schema',
  'allOf',
  'paths',
])

/** A place of the document in words, such as `Campaign › status › enum`. */
export function placeName(pointer: string): string {
  const names = namesIn(pointer)
  const telling = names.filter((name, index) => {
    const isIndex = /^\d+$/.test(name) && names[index - 1] === 'allOf'
    return !isIndex && (!FORMAL.has(name) || index === names.length - 1)
  })
  return telling.join(' › ') || 'The document'
}
