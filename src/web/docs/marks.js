/**
 * Adds marks to descriptions, where Swagger UI has no component that could show them. It renders descriptions as Markdown with
 * cleaned HTML.
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
    // The button that opens a schema needs a name, which a reference has.
    for (const { schema } of Object.values(answer.content ?? {}))
      if (schema && !schema.$ref) schema.title ??= 'Body'
  }
  return spec
}

/** @param {any} node */
function describe(node) {
  // A reference is described at its target.
  if (typeof node !== 'object' || node === null || '$ref' in node) return
  const [tag, text] = markOf(node) ?? []
  if (tag) node.description = `<${tag}>${text}</${tag}> ${node.description ?? ''}`
}

/** The mark of a node, if any. @param {Record<string, any>} node @returns {[tag: 'mark' | 'ins', text: string] | undefined} */
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

/** Keywords whose parts have their own marks, or that mean nothing to readers. */
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
