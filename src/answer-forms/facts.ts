import type { JsonObject } from '../schema/json.ts'

const COUNTS = ['total', 'count', 'limit', 'offset', 'number', 'pages'] as const
const PLACES = ['next_offset', 'next_number', 'previous_offset', 'previous_number'] as const
const URLS = ['next_url', 'previous_url', 'first_url', 'last_url'] as const
const PATHS = ['next_path', 'previous_path', 'first_path', 'last_path'] as const

/** Addresses of other pages, absolute (`url`) or without the origin (`path`). */
export type PageAddresses = Record<(typeof URLS | typeof PATHS)[number], string | null>

/** The values that `x-from: /page/…` can name. `count` is the number of rows on this page; `next_…` are null on the last page. */
export type PageFacts = Record<(typeof COUNTS)[number], number> &
  Record<(typeof PLACES)[number], number | null> &
  PageAddresses & { has_more: boolean; has_previous: boolean; next_cursor: string | null }

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

const PAGE = {
  ...each(COUNTS, 'integer'),
  ...each(['has_more'], 'boolean'),
  ...each(['next_cursor'], 'string', 'null'),
  ...each(PLACES, 'integer', 'null'),
  ...each(['has_previous'], 'boolean'),
  ...each([...URLS, ...PATHS], 'string', 'null'),
}

function each(names: readonly string[], ...type: string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { type }]))
}

/** Schemas of the facts about every response. */
export const COMMON_FACTS: JsonObject = { request_id: { type: 'string' } }

/** Schemas of the facts about a success. The inputs depend on the operation. */
export function successFacts(isPaged: boolean): JsonObject {
  const inputs = { query: { type: 'object' }, path: { type: 'object' } }
  const page = { type: 'object', properties: PAGE, additionalProperties: false }
  return { ...COMMON_FACTS, ...inputs, ...(isPaged && { page }) }
}
