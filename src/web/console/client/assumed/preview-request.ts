import type { components } from '../../../../../spec/generated/sandbox.ts'
import { namesIn } from '../../../../schema/pointer.ts'
import type { ApiModel, Operation } from '../explorer/api-model.ts'
import { firstForm, type Rows } from '../explorer/first-press.ts'
import { requestOf } from '../explorer/request.ts'

/** A request whose answer is previewed. */
export type PreviewRequest = components['schemas']['PreviewInput']['request']

/** The situation of `x-failures` that a place words, if it is part of that table. */
export function situationOf(pointer: string): string | undefined {
  const names = namesIn(pointer)
  const at = names.indexOf('x-failures')
  return at < 0 ? undefined : names[at + 1]
}

/**
 * The operations whose answers a place may change, those that only read first: all, if the place belongs to none in
 * particular. `ids` are operationIds.
 */
export function operationsFor({ operations }: ApiModel, ids: readonly string[]): Operation[] {
  const concerned = operations.filter(({ id }) => ids.includes(id))
  const all = concerned.length > 0 ? concerned : operations
  const rank = ({ method, path }: Operation) =>
    (method === 'GET' ? 0 : 2) + (path.includes('{') ? 1 : 0)
  return [...all].sort((a, b) => rank(a) - rank(b))
}

/** The first request of an operation. A preview changes nothing, so that a record to delete may be any. */
export function firstRequest(operation: Operation, rows: Rows): PreviewRequest {
  const form = firstForm({ ...operation, removes: false }, rows)
  const { url, method, body } = requestOf(operation, form, { base: '', token: undefined })
  return {
    method: method as NonNullable<PreviewRequest['method']>,
    path: url,
    ...(body !== undefined && { body: JSON.parse(body) }),
  }
}
