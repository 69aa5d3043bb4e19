import { expect, it } from 'vitest'
import { loggedRequest } from '../../../../../test/support/logged-request.ts'
import { summaryOf } from './summary.ts'

const issue = (path: string) => ({ in: 'body' as const, path, message: 'is wrong' })
const refusal = (text: string) => ({ body: JSON.stringify({ error: { message: text } }) })

it.each([
  [{}, 'The request succeeded.'],
  [{ fault: 'flt_1' }, 'The request succeeded. A fault rule affected it.'],
  [
    { status: null, fault: 'flt_1' },
    'The connection ended without an answer. A fault rule affected it.',
  ],
  [
    { status: 429, error: 'rate_limit_exceeded', fault: 'flt_1' },
    'rate_limit_exceeded. A fault rule affected it.',
  ],
  [
    {
      status: 400,
      validation: { valid: false, issues: [issue('/name'), issue('/settings/device')] },
    },
    '2 fields are wrong: name, settings.device.',
  ],
  [
    { status: 404, error: 'not_found', response: refusal('No campaign nope.') },
    'No campaign nope.',
  ],
  [{ status: 500, error: 'server_error' }, 'server_error.'],
])('says in one sentence what became of %o', (members, expected) => {
  expect(summaryOf(loggedRequest(members))).toBe(expected)
})
