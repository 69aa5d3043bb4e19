import { expect, it } from 'vitest'
import { Evidence } from '../evidence/evidence.ts'
import type { Exchange } from '../http/exchange.ts'
import { DEFAULTS } from '../http/settings.ts'
import { Assumptions } from '../observations/assumed.ts'
import { assumedDocument } from '../specification/documents.ts'
import { gapsOf } from './gaps.ts'
import { Seen } from './lesson.ts'

/** What a run would have seen with these exchanges of the main key alone. */
function seen(...exchanges: Exchange[]): Seen {
  const run = { baseUrl: 'http://a/api', tokens: { main: 't' }, runId: 'r', version: '0' }
  const assumptions = new Assumptions(assumedDocument)
  const compared = { document: assumedDocument, assumptions }
  return new Seen(new Evidence({ ...DEFAULTS, ...run }, exchanges), compared, new Set())
}

function exchangeOf(operation: string, query: string, json: object): Exchange {
  const status = 'error' in json ? 400 : 200
  return {
    credential: 'main',
    operation,
    method: 'GET',
    url: `http://a/api/x${query}`,
    requestHeaders: {},
    response: { status, headers: {}, text: JSON.stringify(json), isUtf8: true, json },
    startedAt: 0,
    endedAt: 1,
  }
}

it('lists that a list was seen with rows less than twice', () => {
  const page = exchangeOf('getRankings', '', { success: true, data: [{ keyword: 'a' }] })
  const empty = exchangeOf('getRankings', '', { success: true, data: [] })
  const listed = (...exchanges: Exchange[]) => gapsOf(seen(...exchanges)).map(({ what }) => what)

  expect(listed(page, empty)).toContain('the rows of getRankings')
  expect(listed(page, page)).not.toContain('the rows of getRankings')
  expect(listed(page, page)).toContain('the responses of getMentions')
})
