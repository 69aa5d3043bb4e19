import { LISTS } from '../evidence/steps.ts'
import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import { quotaOf, resetUnit } from '../http/quota.ts'
import { campaignOf, campaignsOf, errorCode, isObject, rowsOf, succeeded } from '../http/reading.ts'
import { completeness } from '../journey/paging-hints.ts'
import { nodeAt } from '../specification/documents.ts'
import { type Learned, nothing, together, unlearned } from './lesson.ts'
import type { Seen } from './seen.ts'

/** Lists the differences that a run sees and no overlay can describe. */
export function listBeyond(seen: Seen): Learned {
  return together([
    listZeroReset(seen),
    listContentTypes(seen),
    listColumns(seen),
    listForeignKey(seen),
    listNamelessCampaign(seen),
    ...LISTS.flatMap((operation) => [
      listMissingList(seen, operation),
      listEmptyNext(seen, operation),
    ]),
    listOptionalOfRows(seen),
  ])
}

/** The sandbox always has a time, and a time that is over only where it counts down. */
function listZeroReset({ evidence }: Seen): Learned {
  const resets = evidence.exchanges.map((exchange) => quotaOf(exchange).reset)
  const counts = resets.some((reset) => reset && resetUnit(reset).startsWith('remaining'))
  if (counts || !resets.includes(0)) return nothing()
  const why = 'it has no unit, and the sandbox always has a time'
  return unlearned('an X-RateLimit-Reset of 0', why, ['header:x-ratelimit-reset'])
}

function listContentTypes(seen: Seen): Learned {
  const types = seen.envelopes().map(({ response }) => response?.headers['content-type'] ?? '')
  const other = types.find((type) => !/^\s*application\/json\s*(;|$)/i.test(type))
  if (other === undefined) return nothing()
  const type = other.replace(/;.*/s, '').trim()
  const why = `it is ${type === '' ? 'absent' : type}, and the sandbox has application/json`
  return unlearned('the Content-Type of a success', why, ['header:content-type'])
}

/** The sandbox has the columns of its own records. */
function listColumns(seen: Seen): Learned {
  const file = seen.successes('exportCsv').find(isCsv)
  const [line = ''] = (file?.response?.text ?? '').replace(/^\ufeff/, '').split(/\r?\n/)
  const columns = line.split(/[,;\t]/).map((each) => each.replace(/^"|"$/g, ''))
  const own = nodeAt(seen.document, '/components/schemas/CsvExport/properties/columns/examples/0')
  if (line === '' || JSON.stringify(own) === JSON.stringify(columns)) return nothing()
  const why = `they are ${columns.join(', ')}, and the sandbox has its own`
  return unlearned('the columns of the CSV file of exportCsv', why, ['exportCsv:answer'])
}

/** A key of another account does not find what the main key reads. */
function listForeignKey({ evidence }: Seen): Learned {
  const isOwn = (each: Exchange) => each.operation === 'getCampaign' && succeeded(each)
  if (!evidence.of('main').some(isOwn)) return nothing()
  const isForeign = evidence
    .tried('campaign of the main key')
    .some((read) => errorCode(read) === 'not_found')
  if (!isForeign) return nothing()
  const why =
    'it does not find the campaign of the main key; the keys of a replica share an account'
  const reads = ['listCampaigns', 'getCampaign', 'getRankings']
  return unlearned(
    'what the restricted key sees',
    why,
    reads.map((operation) => `${operation}:permission`),
  )
}

/** The sandbox keeps a name where a replacing PUT has none. */
function listNamelessCampaign({ evidence }: Seen): Learned {
  const isNameless = evidence.tried('empty update').some((update) => {
    const campaign = succeeded(update) ? campaignOf(update) : undefined
    return campaign !== undefined && 'id' in campaign && !('name' in campaign)
  })
  if (!isNameless) return nothing()
  const why = 'an update without members removes the name, and the sandbox keeps it'
  return unlearned('a campaign without a name', why, ['updateCampaign:partly'])
}

/** A list without rows that is no empty list. */
function listMissingList(seen: Seen, operation: (typeof LISTS)[number]): Learned {
  const pages = seen.successes(operation)
  const isSo = pages.some((page) => rowsOf(page) === undefined)
  if (!isSo || pages.every((page) => rowsOf(page) === undefined)) return nothing()
  const topics = ['answer', 'permission', 'paging', 'page bounds', 'filters']
  return unlearned(
    `an empty list of ${operation}`,
    'the list is left out, and the sandbox has an empty one',
    topics.map((topic) => `${operation}:${topic}`),
  )
}

/** A link to the next page where the answer says that there is none. */
function listEmptyNext(seen: Seen, operation: (typeof LISTS)[number]): Learned {
  const isSo = seen.successes(operation).some((page) => {
    const { link } = page.response?.headers ?? {}
    if (link === undefined || !/rel="?next/.test(link) || !page.response) return false
    const unlinked = { ...page, response: { ...page.response, headers: {} } }
    return rowsOf(page)?.length === 0 || completeness(unlinked) === 'whole'
  })
  if (!isSo) return nothing()
  const why = 'the last page has one, and the sandbox has none there'
  const topics = ['header:link', `${operation}:paging`]
  return unlearned(`the link to the next page of ${operation}`, why, topics)
}

/** Members that only some rankings have. */
function listOptionalOfRows(seen: Seen): Learned {
  return together(
    (['getRankings', 'getMentions'] as const).map((operation) => {
      const lists = seen
        .successes(operation)
        .map((page) => (campaignsOf(page) ?? []).filter(isObject))
      const names = new Set(lists.flat().flatMap((row) => Object.keys(row)))
      // Compares rows of one answer, because filters may change the form.
      const seldom = [...names].filter((name) =>
        lists.some((rows) => rows.some((row) => name in row) && rows.some((row) => !(name in row))),
      )
      if (seldom.length === 0) return nothing()
      const what = `${seldom.map((name) => `data[].${name}`).join(', ')} of ${operation}`
      const why = 'only some rows have it, and the replica decides by itself'
      return unlearned(what, why, [`${operation}:answer`, `${operation}:permission`])
    }),
  )
}
