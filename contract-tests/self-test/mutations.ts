/** The vocabulary in which faults and variations are written. */
import { type OperationId, ROUTES } from './routes.ts'
import { TOKENS } from './service.ts'
import { type Answer, type Exchange, Failure, type Mutation } from './types.ts'

export type When = (answer: Answer, exchange: Exchange) => boolean
export type Change = (answer: Answer, exchange: Exchange) => void

/** Changes the responses for which all conditions hold. */
export function changed(...parts: [...When[], Change]): Mutation {
  const conditions = parts.slice(0, -1) as When[]
  const change = parts.at(-1) as Change
  return {
    onResponse: (answer, exchange) => {
      if (conditions.every((holds) => holds(answer, exchange))) change(answer, exchange)
    },
  }
}

export const succeeded: When = ({ body }) => body?.success === true
export const failed: When = ({ body }) => body?.success === false
export const failedWith =
  (...codes: string[]): When =>
  ({ body }) =>
    codes.includes(body?.error?.code)
export const by =
  (...operations: OperationId[]): When =>
  (_, { operation }) =>
    operation !== undefined && operations.includes(operation)
export const byMethod =
  (method: string): When =>
  (_, { request }) =>
    request.method === method
export const from =
  (name: keyof typeof TOKENS): When =>
  (_, { token }) =>
    token === TOKENS[name]
/** Every nth of those for which the conditions before it hold. */
export const every =
  (n: number): When =>
  (_, { tally }) =>
    tally(`every ${n}`) % n === 0
/** Only the nth of those for which the conditions before it hold. */
export const nth =
  (n: number): When =>
  (_, { tally }) =>
    tally(`nth ${n}`) === n

export const LIMIT = 'X-RateLimit-Limit'
export const REMAINING = 'X-RateLimit-Remaining'
export const RESET = 'X-RateLimit-Reset'

export const without =
  (name: string): Change =>
  ({ headers }) => {
    delete headers[name]
  }
export const header =
  (name: string, value: (is: string) => string | string[]): Change =>
  ({ headers }) => {
    headers[name] = value(String(headers[name]))
  }
/** Sends this instead of the JSON. */
export const text =
  (raw: (json: string) => string | Buffer, contentType?: string): Change =>
  (answer) => {
    answer.raw = raw(JSON.stringify(answer.body))
    if (contentType) answer.headers['Content-Type'] = contentType
  }
/** Changes a success's `data`. */
export const data =
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer
    (change: (data: any, exchange: Exchange) => unknown): Change =>
    (answer, exchange) => {
      answer.body.data = change(answer.body.data, exchange)
    }
/** Changes the campaigns of an answer, be it one or a list. */
export const campaigns =
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer
    (change: (campaign: any, exchange: Exchange) => void): Change =>
    (answer, exchange) => {
      for (const campaign of [answer.body.data].flat()) change(campaign, exchange)
    }
/** Conditions of an answer that shows one campaign or several. */
export const showsCampaigns: When = (answer, exchange) =>
  succeeded(answer, exchange) &&
  by('listCampaigns', 'createCampaign', 'getCampaign', 'updateCampaign')(answer, exchange)
/** An answer that shows the campaign of the path. */
export const showsCampaign: When = (answer, exchange) =>
  showsCampaigns(answer, exchange) && exchange.operation !== 'listCampaigns'

/** Answers an operation in its own way, after all checks were passed. */
export function handled(
  operation: OperationId,
  handle: (exchange: Exchange, next: () => Answer) => Answer,
): Mutation {
  return {
    handle: (exchange, next) =>
      exchange.operation === operation ? handle(exchange, next) : next(),
  }
}

/** Changes the fields of a campaign on their way into the store, on create. */
// biome-ignore lint/suspicious/noExplicitAny: as in Campaign
export function stored(change: (fields: Record<string, any>) => void): Mutation {
  return handled('createCampaign', (exchange, next) => {
    exchange.input = structuredClone(exchange.input)
    change(exchange.input)
    return next()
  })
}

/** Refuses an operation of campaigns that the run made: there is nothing to show yet. */
export const notYet = (
  operation: string,
  code: string,
  status?: number,
  settings: Mutation['settings'] = {},
): Mutation => ({
  settings,
  handle: (exchange, next) => {
    const { id, query, memory, service } = exchange
    const about = id ?? query.get('campaign_id')
    const isNew = memory.has(`new ${about}`) && service.campaigns.has(about ?? '')
    if (exchange.operation === operation && isNew) {
      throw new Failure(code, 'There is no data yet', status)
    }
    const answer = next()
    if (exchange.operation === 'createCampaign') memory.set(`new ${answer.body.data.id}`, true)
    return answer
  },
})

export type Who = (exchange: Exchange) => boolean
export const nobody: Who = ({ token }) => !token
/** A token that no key has; the mutations of a misspelled one are about it. */
export const misspelled: Who = ({ token, service }) => !!token && !service.keys.has(token)
export const revoked: Who = ({ token }) => token === TOKENS.revoked
export const isMain: Who = ({ token }) => token === TOKENS.main
export const isRestricted: Who = ({ token }) => token === TOKENS.restricted
export const isLimited: Who = ({ token }) => token === TOKENS.limited

/** `GET /campaigns`, for the names of faults. */
export const named = (operation: OperationId) =>
  `${ROUTES[operation].method} ${ROUTES[operation].path}`
