import type { Json, JsonObject } from '../schema/json.ts'

/** The values that `x-from: /page/…` can name. `count` is the number of rows on this page; `next_…` are null on the last page. */
export type PageFacts = Record<
  'total' | 'count' | 'limit' | 'offset' | 'number' | 'pages',
  number
> &
  Record<'next_offset' | 'next_number' | 'previous_offset' | 'previous_number', number | null> &
  PageAddresses & {
    has_more: boolean
    has_previous: boolean
    next_cursor: string | null
  }

/** Addresses of other pages, absolute (`url`) or without the origin (`path`). */
export type PageAddresses = Record<
  `${'next' | 'previous' | 'first' | 'last'}_${'url' | 'path'}`,
  string | null
>

/** Facts about a response that are not in its envelope. */
export interface AnswerFacts {
  /** `X-Request-Id` of the response. */
  id: string
  /** Seed of the account, for synthesized values. */
  seed: number
  page?: PageFacts | undefined
  /** Inputs of the request, for `x-from: /query/…` and `/path/…`. */
  query?: object | undefined
  path?: object | undefined
}

const COUNT: Json = { type: 'integer' }
const NEXT: Json = { type: ['integer', 'null'] }
const ADDRESS: Json = { type: ['string', 'null'] }

const PAGE: Record<keyof PageFacts, Json> = {
  total: COUNT,
  count: COUNT,
  limit: COUNT,
  offset: COUNT,
  number: COUNT,
  pages: COUNT,
  has_more: { type: 'boolean' },
  next_cursor: { type: ['string', 'null'] },
  next_offset: NEXT,
  next_number: NEXT,
  has_previous: { type: 'boolean' },
  previous_offset: NEXT,
  previous_number: NEXT,
  next_url: ADDRESS,
  previous_url: ADDRESS,
  first_url: ADDRESS,
  last_url: ADDRESS,
  next_path: ADDRESS,
  previous_path: ADDRESS,
  first_path: ADDRESS,
  last_path: ADDRESS,
}

/** Schemas of the facts about every response. */
export const COMMON_FACTS: JsonObject = { request_id: { type: 'string' } }

/** Schemas of the facts about a success. The inputs depend on the operation. */
export function successFacts(isPaged: boolean): JsonObject {
  const inputs = { query: { type: 'object' }, path: { type: 'object' } }
  const page = { type: 'object', properties: PAGE, additionalProperties: false }
  return { ...COMMON_FACTS, ...inputs, ...(isPaged && { page }) }
}
