import type { FormDraft } from '../../client/form-request.ts'
import type { Sent } from '../../client/snippets/request.ts'
import type { Operation } from './api-model.ts'

/** The inputs that repeat a logged request. What it did not send is empty, even where a form begins with an example. */
export function draftOfLogged(
  { path, fields, body, accepts }: Operation,
  { url, request }: Sent,
): FormDraft {
  const { pathname, searchParams } = new URL(url, 'http://sandbox')
  const inPath = pathname.match(templateOf(path))?.groups ?? {}
  const values = fields.map(({ name, label, place, kind }) => {
    if (place === 'path') return [name, decoded(inPath[groupOf(label)] ?? '')]
    if (place === 'header') return [name, request.headers[label.toLowerCase()] ?? '']
    const sent = searchParams.getAll(label)
    if (kind !== 'lines' && kind !== 'choices') return [name, sent.at(-1) ?? '']
    const each = sent.flatMap((value) => value.split(','))
    return [name, [...each, ...searchParams.getAll(`${label}[]`)].join('\n')]
  })
  const accept = accepts.find((type) => type === request.headers.accept)
  return {
    ...Object.fromEntries(values),
    ...(body && { body: request.body ?? '' }),
    ...(accept && { accept }),
  }
}

/** The end of an address with the path of an operation, with a group for each parameter. */
function templateOf(path: string): RegExp {
  const parts = path.split(/\{([^}]+)\}/)
  const pattern = parts.map((part, index) =>
    index % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${groupOf(part)}>[^/]+)`,
  )
  return new RegExp(`${pattern.join('')}/?$`)
}

/** A name that a group of a regular expression may have. */
const groupOf = (name: string) => `_${name.replace(/\W/g, '_')}`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
