import { counted } from '../../client/format.ts'
import type { LoggedRequest } from './request-rows.ts'

/** What became of a request in one sentence, after its status: `2 fields are wrong: name, keywords.` */
export function summaryOf({ status, error, fault, validation, response }: LoggedRequest): string {
  const cause = fault === null ? '' : ' A fault rule affected it.'
  if (status === null) return `The connection ended without an answer.${cause}`
  if (status < 400)
    return fault === null ? 'The request succeeded.' : `The request succeeded.${cause}`
  if (fault !== null) return `${error ?? 'The request failed'}.${cause}`
  const names = (validation?.issues ?? []).map(({ in: part, path }) => nameOf(part, path))
  if (names.length > 0) {
    const few = names.slice(0, 4)
    const more = names.length > few.length ? ', …' : ''
    return `${counted(names.length, 'field is', 'fields are')} wrong: ${few.join(', ')}${more}.`
  }
  return messageIn(response.body) ?? `${error ?? 'The request failed'}.`
}

/** `settings.device` of `/settings/device`; the part of the request if the whole of it is meant. */
const nameOf = (part: string, path: string) => path.split('/').filter(Boolean).join('.') || part

/** The message of the error in a response. */
function messageIn(body: string | null): string | undefined {
  try {
    const message: unknown = JSON.parse(body ?? '').error?.message
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
