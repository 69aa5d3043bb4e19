import { byMethod, changed, failed, text, type When } from '../mutations.ts'
import { html } from './4-not-json.ts'
import type { Fault } from './fault.ts'

const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const unknownPath: When = (_, { request, operation }) =>
  operation === undefined && request.method === 'GET'
const wrongMethod: When = (_, { request, operation }) =>
  operation === undefined && request.method === 'PATCH'
const large: When = (_, { request }) => request.body.length > 1_000_000

/** Responses that a server or a gateway makes before the service sees the request (`strangers/bugs/envelope.ts`). */
export const EARLY_FAULTS: Fault[] = [
  ...(
    [
      ['An unknown path', [unknownPath]],
      ['A wrong method', [wrongMethod]],
      ['HEAD', [byMethod('HEAD')]],
      ['OPTIONS', [byMethod('OPTIONS')]],
      ['A large body', [large]],
    ] satisfies [string, When[]][]
  ).map(([name, when]) => ({
    name: `${name} is answered without the headers of the limit`,
    facts: ['8.8', '8.10', '8.12'],
    only: true as const,
    mutation: changed(...when, ({ headers }) => {
      for (const each of LIMITS) delete headers[each]
    }),
  })),
  ...(
    [
      ['An unknown path', 404, unknownPath],
      ['A wrong method', 405, wrongMethod],
      ['A large body', 413, large],
    ] satisfies [string, number, When][]
  ).map(([name, status, when]) => ({
    name: `${name} is answered with an HTML page (${status})`,
    facts: ['1.3', '4.4', '7.1', '7.2'],
    mutation: changed(when, (answer, exchange) => {
      answer.status = status
      text(html(String(status)), 'text/html')(answer, exchange)
    }),
  })),
  {
    name: 'A malformed body is answered with server_error',
    facts: ['7.8'],
    mutation: changed(
      (_, { malformed }) => malformed,
      failed,
      (answer) => {
        answer.status = 500
        answer.body.error.code = 'server_error'
      },
    ),
  },
]
