import { expect, it } from 'vitest'
import { Evidence } from '../evidence/evidence.ts'
import type { Exchange } from '../http/exchange.ts'
import { DEFAULTS } from '../http/settings.ts'
import { Assumptions } from '../observations/assumed.ts'
import { assumedDocument } from '../specification/documents.ts'
import { gapsOf } from './gaps.ts'
import { Seen } from './lesson.ts'
import { learnPoints } from './lessons.ts'

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

const refused = { success: false, error: { code: 'invalid_request', message: 'Which campaign?' } }
const bare = exchangeOf('exportCsv', '', refused)
const given = exchangeOf('exportCsv', '?campaign_id=a', { success: true, data: { csv: 'a,b' } })

it('believes that an export needs its campaign after two that had one', () => {
  const learned = (...exchanges: Exchange[]) =>
    learnPoints(seen(...exchanges)).flatMap((each) => ('seen' in each ? each.seen : []))

  expect(learned(bare, given, given)).toContain('exportCsv needs campaign_id')
  expect(learned(bare, given)).not.toContain('exportCsv needs campaign_id')
  expect(learned(given, given)).not.toContain('exportCsv needs campaign_id')
})

it('lists that a list was seen with rows less than twice', () => {
  const page = exchangeOf('getRankings', '', { success: true, data: [{ keyword: 'a' }] })
  const empty = exchangeOf('getRankings', '', { success: true, data: [] })
  const listed = (...exchanges: Exchange[]) => gapsOf(seen(...exchanges)).map(({ what }) => what)

  expect(listed(page, empty)).toContain('the rows of getRankings')
  expect(listed(page, page)).not.toContain('the rows of getRankings')
  expect(listed(page, page)).toContain('the responses of getMentions')
})
