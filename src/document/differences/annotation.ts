const WORDS = [
  ...['$comment', '$ref', 'title', 'description', 'example', 'examples'],
  ...['deprecated', 'externalDocs', 'xml'],
]
/** Keywords of our own that the sandbox obeys (docs/overlays.md). */
const OBEYED = ['x-from', 'x-id', 'x-unit', 'x-time-format', 'x-without-effect']

/** Whether a keyword of a schema says nothing of its values. */
export function isAnnotation(keyword: string): boolean {
  return WORDS.includes(keyword) || (keyword.startsWith('x-') && !OBEYED.includes(keyword))
}
