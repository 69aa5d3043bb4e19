import fc, { type Arbitrary } from 'fast-check'
import { operations } from '../../specification/documents.ts'
import { type Aimed, type Command, type Key, type Single, singlesOf } from '../command.ts'
import { WAYS, type Way } from '../strangers.ts'
import { createBody, updateBody, whole } from './bodies.ts'
import { queryOf } from './queries.ts'
import { weighted } from './texts.ts'

/**
 * Cases, generated from the document's schemas. Most limits of the document are assumptions, so a server may have
 * others; values at the limits and beyond them come first.
 */

const key = weighted<Key>(
  [6, fc.constant('main')],
  [2, fc.constant('restricted')],
  [2, fc.constant('other')],
)
const campaign = fc.nat({ max: 3 })

const aimed = (...kinds: ('get' | 'delete')[]): Arbitrary<Single> =>
  fc.record({ do: fc.constantFrom(...kinds), key, campaign })
const create = fc.record({ do: fc.constant('create' as const), key, body: createBody })
const update = fc.record({ do: fc.constant('update' as const), key, campaign, body: updateBody })
const list = fc.record({ do: fc.constant('list' as const), key })

/** Operations that only read, except those of campaigns. */
const READS = [
  ...['getDashboards', 'getIntelligenceOverview', 'getRankings', 'getMentions'],
  ...['getCampaignAnalytics', 'generateReport', 'exportCsv', 'getCurrentUser', 'verifyToken'],
]

const read: Arbitrary<Single> = fc.oneof(
  ...READS.map((operation) =>
    fc.record(
      {
        do: fc.constant('read' as const),
        key: fc.constantFrom<Key>('main', 'restricted', 'other'),
        operation: fc.constant(operation),
        campaign,
        query: queryOf(operation),
      },
      { requiredKeys: ['do', 'key', 'operation', 'campaign'] },
    ),
  ),
)
const filter: Arbitrary<Single> = fc.record({
  do: fc.constant('filter' as const),
  key: weighted<Key>([5, fc.constant('main')], [1, fc.constant('other')]),
  parts: fc.integer({ min: 1, max: 15 }),
  picks: fc.array(fc.nat({ max: 59 }), { minLength: 6, maxLength: 6 }),
})

const OPERATIONS: string[] = operations.map(({ operation }) => operation)
const stranger: Arbitrary<Single> = fc.record({
  do: fc.constant('stranger' as const),
  key: fc.constant<Key>('main'),
  way: weighted<Way>([3, fc.constantFrom(...WAYS.slice(0, 3))], [1, fc.constantFrom(...WAYS)]),
  operation: fc.constantFrom(...OPERATIONS),
  campaign,
  body: whole.map((body) => JSON.stringify(body)),
})
const READING = OPERATIONS.filter((each) => !/create|update|delete|log/i.test(each))
const strangerReads = stranger.map((each) =>
  'operation' in each && !READING.includes(each.operation)
    ? { ...each, operation: 'listCampaigns' }
    : each,
)
const listQuery = queryOf('listCampaigns')
const query = fc.record({ do: fc.constant('list' as const), key, query: listQuery })
const size = fc.integer({ min: 1, max: 8 })
const pages = fc.record({ do: fc.constant('pages' as const), key: fc.constant<Key>('main'), size })

const together: Arbitrary<Command> = fc
  .tuple(
    weighted<[Single, Single]>(
      [4, fc.tuple(update, update)],
      [2, fc.tuple(create, create)],
      [1, fc.tuple(update, fc.oneof(aimed('delete', 'get'), list))],
      [1, fc.tuple(fc.oneof(create, aimed('delete')), fc.oneof(aimed('delete', 'get'), list))],
    ),
    fc.integer({ min: 0, max: 2 }),
  )
  .map(([[one, two], sameness]) => ({
    do: 'together' as const,
    // A race needs two commands on the same campaign.
    commands: [
      one,
      sameness > 0 && 'campaign' in one && 'campaign' in two
        ? { ...two, campaign: one.campaign }
        : two,
    ],
  }))

const plainCreate = whole.map((body): Single => {
  return { do: 'create', key: 'main', body: JSON.stringify(body) }
})

const MOST_COMMANDS = 7

/** A case: a campaign, some commands, and at the end reads of all that is left. */
function cases(readOnly: boolean): Arbitrary<Command[]> {
  if (readOnly) {
    return fc.array(fc.oneof(read, query, list, filter, strangerReads, aimed('get')), {
      minLength: 1,
      maxLength: MOST_COMMANDS,
    })
  }
  const command = weighted<Command>(
    [4, create],
    [6, update],
    [2, aimed('get')],
    [3, aimed('delete')],
    [1, list],
    [3, together],
    [3, read],
    [2, filter],
    [3, stranger],
    [2, query],
    [4, pages],
  )
  return fc
    .tuple(
      fc.array(plainCreate, { minLength: 1, maxLength: 2 }),
      fc.array(command, { minLength: 1, maxLength: MOST_COMMANDS }),
    )
    .map(([first, then]) => withLook([...first, ...then]))
}

/** Reads what the commands may have created or changed. */
function withLook(commands: Command[]): Command[] {
  const created = singlesOf(commands).filter((each) => each.do === 'create').length
  const gets: Aimed[] = Array.from({ length: Math.min(created, 4) }, (_, campaign) => ({
    do: 'get',
    key: 'owner',
    campaign,
  }))
  return [...commands, ...gets, { do: 'list', key: 'main' }]
}

const READ_ONLY = cases(true)
const ALL = cases(false)

/** The case of a number under a seed, independent of earlier cases. */
export function caseAt(seed: number, number: number, readOnly = false): Command[] {
  const own = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35)
  const [found] = fc.sample(readOnly ? READ_ONLY : ALL, { seed: own | 0, numRuns: 1 })
  return found as Command[]
}
