/**
 * Marks as text at the beginning of descriptions, of which Swagger UI shows Markdown with HTML: for what it has no
 * component that could show a mark. What stands there otherwise may come from an overlay, and Swagger UI cleans it.
 * @param {any} spec
 */
export function withMarks(spec) {
  const { parameters = {}, headers = {}, responses = {} } = spec.components ?? {}
  const items = [...Object.values(spec.paths ?? {}), ...Object.values(spec.webhooks ?? {})]
  const operations = items.flatMap((item) => Object.values(item)).filter((node) => node?.responses)
  for (const node of [...Object.values(parameters), ...Object.values(headers)]) describe(node)
  for (const { parameters: own = [] } of [...items, ...operations]) own.forEach(describe)
  const answers = [responses, ...operations.map((operation) => operation.responses)]
  for (const answer of answers.flatMap((each) => Object.values(each))) {
    Object.values(answer.headers ?? {}).forEach(describe)
    describe(answer)
    // A button to open it needs a name; what is referred to has one.
    for (const { schema } of Object.values(answer.content ?? {}))
      if (schema && !schema.$ref) schema.title ??= 'Body'
  }
  return spec
}

/** @param {any} node */
function describe(node) {
  // What a reference leads to is described there.
  if (typeof node !== 'object' || node === null || '$ref' in node) return
  const [tag, text] = markOf(node) ?? []
  if (tag) node.description = `<${tag}>${text}</${tag}> ${node.description ?? ''}`
}

/**
 * The element and the words that mark a node; undefined for what is stated.
 * @param {Record<string, any>} node
 * @returns {[tag: 'mark' | 'ins', text: string] | undefined}
 */
export function markOf(node) {
  switch (node['x-origin']) {
    case 'assumed':
      return ['mark', 'assumed']
    case 'overlay':
      return ['ins', 'overlay']
    default: {
      const details = (node['x-assumed'] ?? []).filter(
        (/** @type {string} */ name) => !SAID_ELSEWHERE.has(name),
      )
      return details.length > 0 ? ['mark', `${details.join(', ')} assumed`] : undefined
    }
  }
}

/** Keywords that put a schema together, whose parts have marks of their own, or that say nothing to readers. */
const SAID_ELSEWHERE = new Set([
  '$ref',
  'allOf',
  'content',
  'description',
  'example',
  'examples',
  'required',
  'schema',
  'x-source',
])
