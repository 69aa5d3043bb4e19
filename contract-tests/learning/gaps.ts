import { LISTS, type ListOperation, type Situation } from '../evidence/steps.ts'
import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import { quotaOf, resetUnit } from '../http/quota.ts'
import {
  campaignOf,
  campaignsOf,
  errorCode,
  isObject,
  refused,
  rowsOf,
  succeeded,
} from '../http/reading.ts'
import { answerTo, bySituation, usualAnswer } from '../observations/situations.ts'
import { completeness } from '../paging/hints.ts'
import { nodeAt, operations } from '../specification/documents.ts'
import { FEWEST, type NotLearned, type Seen } from './lesson.ts'
import { whyUntried } from './lessons.ts'

/** A difference that stays, and its reason where a server has it. */
type Gap = [what: string, why: string | false | undefined]

const NOT_TRIED = 'a run does not try it'
const REFUSED = 'the server refused them, and the reason is unknown'
const ACCEPTED = 'the server accepts it, and the sandbox cannot'

/** What a replica may do in another way than the server: what no run tries, and what no overlay can describe. */
export function gapsOf(seen: Seen): NotLearned[] {
  const lists = LISTS.filter((operation) => seen.successes(operation).length > 0)
  const gaps: Gap[] = [
    ['a login without a user', logsInNobody(seen) && ACCEPTED],
    [
      'a body that is a list or empty',
      hasOtherBodies(seen) &&
        'the server refuses it in another way than invalid input, and the sandbox cannot',
    ],
    ['the settings of a create', isRefused(seen, 'whole create') && REFUSED],
    ['the members of an update', isRefused(seen, 'whole update') && REFUSED],
    ['the inputs of getRankings', isRefused(seen, 'rankings of a campaign') && REFUSED],
    ['the inputs of getMentions', isRefused(seen, 'filtered mentions') && REFUSED],
    emptyText(seen, 'name'),
    emptyText(seen, 'keywords'),
    ['mentions of a brand, without a date', needsBrand(seen) && NOT_TRIED],
    ['values of filters (dates, keywords, platforms, formats), and searches', NOT_TRIED],
    ['an unknown campaign_id in a query, and a report without one', NOT_TRIED],
    ['other operations with a restricted key', NOT_TRIED],
    ['an empty body', NOT_TRIED],
    ['the number of keywords', NOT_TRIED],
    ['null in place of an input, blank texts', NOT_TRIED],
    ['HEAD, OPTIONS and a slash at the end of a path', NOT_TRIED],
    ...lists.map((operation): Gap => {
      const isSparse = pagesWithRows(seen, operation) < FEWEST
      return [`the rows of ${operation}`, isSparse && 'fewer than two responses have rows']
    }),
    ...operations.map(({ operation }): Gap => {
      const isSilent = seen.successes(operation).length === 0
      return [`the responses of ${operation}`, isSilent && 'no request of the run succeeded']
    }),
    [
      'an X-RateLimit-Reset of 0',
      hasZeroReset(seen) && 'it has no unit, and the sandbox always has a time',
    ],
    ['the Content-Type of a success', otherType(seen)],
    ['the columns of the CSV file of exportCsv', otherColumns(seen)],
    [
      'what the restricted key sees',
      isOfOtherAccount(seen) &&
        'it does not find the campaign of the main key; the keys of a replica share an account',
    ],
    [
      'a campaign without a name',
      removesName(seen) && 'an update without members removes the name, and the sandbox keeps it',
    ],
    ...LISTS.flatMap((operation): Gap[] => [
      [
        `an empty list of ${operation}`,
        leavesOutList(seen, operation) && 'the list is left out, and the sandbox has an empty one',
      ],
      [
        `the link to the next page of ${operation}`,
        linksAfterLast(seen, operation) && 'the last page has one, and the sandbox has none there',
      ],
    ]),
    ...(['getRankings', 'getMentions'] as const).map((operation): Gap => {
      const names = seldomInRows(seen, operation).map((name) => `data[].${name}`)
      const why = 'only some rows have it, and the replica decides by itself'
      return [`${names.join(', ')} of ${operation}`, names.length > 0 && why]
    }),
  ]
  return gaps.flatMap(([what, why]) => (why ? [{ what, why }] : []))
}

/** The sandbox logs in the users of its fixture only. */
function logsInNobody(seen: Seen): boolean {
  const isBare = ({ requestBody = '{}' }: Exchange) => /^\s*(\{\s*\})?\s*$/.test(requestBody)
  return seen.successes('login').some(isBare)
}

/** Bodies that are no objects, which the sandbox refuses as any invalid input. */
function hasOtherBodies(seen: Seen): boolean {
  const answers = bySituation(seen.evidence, seen.refusals()).get('invalid_input') ?? []
  if (answers.length === 0) return false
  const usual = usualAnswer(answers)
  return seen.evidence.tried('no campaign as body').some((each) => answerTo(each) !== usual)
}

function isRefused({ evidence }: Seen, situation: Situation): boolean {
  const tried = evidence.tried(situation)
  return tried.length > 0 && tried.every(refused)
}

/** The sandbox refuses empty texts, and cannot accept them. */
function emptyText(seen: Seen, name: 'name' | 'keywords'): Gap {
  const tried = seen.evidence.tried(`empty ${name}`)
  if (tried.length === 0) return [`whether ${name} may be empty`, whyUntried(seen)]
  return [`an empty ${name}`, !tried.every(refused) && ACCEPTED]
}

/** Mentions are read without a brand, or with a brand and a date. */
function needsBrand(seen: Seen): boolean {
  const lists = seen.successes('getMentions')
  return lists.length > 0 && lists.every(({ url }) => new URL(url).searchParams.has('brand'))
}

function pagesWithRows(seen: Seen, operation: ListOperation): number {
  return seen.successes(operation).filter((each) => rowsOf(each)?.length).length
}

/** The sandbox has a time that is over only where it counts down. */
function hasZeroReset({ evidence }: Seen): boolean {
  const resets = evidence.exchanges.map((exchange) => quotaOf(exchange).reset)
  const counts = resets.some((reset) => reset && resetUnit(reset).startsWith('remaining'))
  return !counts && resets.includes(0)
}

function otherType(seen: Seen): string | undefined {
  const types = seen.envelopes().map(({ response }) => response?.headers['content-type'] ?? '')
  const other = types.find((type) => !/^\s*application\/json\s*(;|$)/i.test(type))
  if (other === undefined) return undefined
  return `it is ${other.replace(/;.*/s, '').trim() || 'absent'}, and the sandbox has application/json`
}

/** The sandbox has the columns of its own records. */
function otherColumns(seen: Seen): string | undefined {
  const file = seen.successes('exportCsv').find(isCsv)
  const [line = ''] = (file?.response?.text ?? '').replace(/^\ufeff/, '').split(/\r?\n/)
  const columns = line.split(/[,;\t]/).map((each) => each.replace(/^"|"$/g, ''))
  const own = nodeAt(seen.document, '/components/schemas/CsvExport/properties/columns/examples/0')
  if (line === '' || JSON.stringify(own) === JSON.stringify(columns)) return undefined
  return `they are ${columns.join(', ')}, and the sandbox has its own`
}

/** A key of another account does not find what the main key reads. */
function isOfOtherAccount({ evidence }: Seen): boolean {
  const isRead = (each: Exchange) => each.operation === 'getCampaign' && succeeded(each)
  const isMissing = (each: Exchange) => errorCode(each) === 'not_found'
  return (
    evidence.of('main').some(isRead) && evidence.tried('campaign of the main key').some(isMissing)
  )
}

/** The sandbox keeps a name where a replacing PUT has none. */
function removesName({ evidence }: Seen): boolean {
  return evidence.tried('empty update').some((update) => {
    const campaign = succeeded(update) ? campaignOf(update) : undefined
    return campaign !== undefined && 'id' in campaign && !('name' in campaign)
  })
}

/** A list without rows that is no empty list. */
function leavesOutList(seen: Seen, operation: ListOperation): boolean {
  const hasRows = seen.successes(operation).map((page) => rowsOf(page) !== undefined)
  return hasRows.includes(true) && hasRows.includes(false)
}

/** A link to the next page where the answer says that there is none. */
function linksAfterLast(seen: Seen, operation: ListOperation): boolean {
  return seen.successes(operation).some((page) => {
    const { link } = page.response?.headers ?? {}
    if (link === undefined || !/rel="?next/.test(link) || !page.response) return false
    const unlinked = { ...page, response: { ...page.response, headers: {} } }
    return rowsOf(page)?.length === 0 || completeness(unlinked) === 'whole'
  })
}

/** Members that only some rows of one answer have; filters may change the form. */
function seldomInRows(seen: Seen, operation: 'getRankings' | 'getMentions'): string[] {
  const lists = seen.successes(operation).map((page) => (campaignsOf(page) ?? []).filter(isObject))
  const names = new Set(lists.flat().flatMap((row) => Object.keys(row)))
  return [...names].filter((name) =>
    lists.some((rows) => rows.some((row) => name in row) && rows.some((row) => !(name in row))),
  )
}
