import fc, { type Arbitrary } from 'fast-check'
import { createBody, updateBody, whole } from './bodies.ts'
import type { Aimed, Command, Key, Single } from './command.ts'
import { queryOf } from './queries.ts'

/**
 * Cases, generated from the document's schemas. Its limits are no rule for the server that is tried
 * (most of them are assumptions); they say where one is likely to have limits of its own, so values
 * at them and beyond them come before any others.
 */

const key: Arbitrary<Key> = fc.oneof(
  { arbitrary: fc.constant<Key>('main'), weight: 6 },
  { arbitrary: fc.constant<Key>('restricted'), weight: 2 },
  { arbitrary: fc.constant<Key>('other'), weight: 2 },
)
const campaign = fc.nat({ max: 3 })

const aimed = (...kinds: ('get' | 'delete')[]): Arbitrary<Single> =>
  fc.record({ do: fc.constantFrom(...kinds), key, campaign })
const create: Arbitrary<Single> = fc.record({
  do: fc.constant('create' as const),
  key,
  body: createBody,
})
const update: Arbitrary<Single> = fc.record({
  do: fc.constant('update' as const),
  key,
  campaign,
  body: updateBody,
})
const list: Arbitrary<Single> = fc.record({ do: fc.constant('list' as const), key })

/** Operations that only read, besides those of campaigns. */
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
const query: Arbitrary<Single> = fc.record({
  do: fc.constant('list' as const),
  key,
  query: queryOf('listCampaigns'),
})
const pages: Arbitrary<Single> = fc.record({
  do: fc.constant('pages' as const),
  key: fc.constant<Key>('main'),
  size: fc.integer({ min: 1, max: 8 }),
})

const together: Arbitrary<Command> = fc
  .tuple(
    fc.oneof(
      { arbitrary: fc.tuple(update, update), weight: 4 },
      { arbitrary: fc.tuple(create, create), weight: 2 },
      fc.tuple(update, fc.oneof(aimed('delete', 'get'), list)),
      fc.tuple(fc.oneof(create, aimed('delete')), fc.oneof(aimed('delete', 'get'), list)),
    ),
    fc.integer({ min: 0, max: 2 }),
  )
  .map(([[one, two], sameness]) => ({
    do: 'together' as const,
    // Two that meet in one campaign are what a race is about.
    commands: [
      one,
      sameness > 0 && 'campaign' in one && 'campaign' in two
        ? { ...two, campaign: one.campaign }
        : two,
    ],
  }))

const plainCreate: Arbitrary<Single> = whole.map((body) => ({
  do: 'create' as const,
  key: 'main' as const,
  body: JSON.stringify(body),
}))

const MOST_COMMANDS = 7

/** A case: a campaign to begin with, some commands, and at the end a look at all that they left. */
function cases(readOnly: boolean): Arbitrary<Command[]> {
  if (readOnly) {
    return fc.array(fc.oneof(read, query, list, aimed('get')), {
      minLength: 1,
      maxLength: MOST_COMMANDS,
    })
  }
  const command = fc.oneof(
    { arbitrary: create, weight: 4 },
    { arbitrary: update, weight: 6 },
    { arbitrary: aimed('get'), weight: 2 },
    { arbitrary: aimed('delete'), weight: 3 },
    { arbitrary: list, weight: 1 },
    { arbitrary: together, weight: 3 },
    { arbitrary: read, weight: 3 },
    { arbitrary: query, weight: 2 },
    { arbitrary: pages, weight: 2 },
  )
  return fc
    .tuple(
      fc.array(plainCreate, { minLength: 1, maxLength: 2 }),
      fc.array(command, { minLength: 1, maxLength: MOST_COMMANDS }),
    )
    .map(([first, then]) => withLook([...first, ...then]))
}

/** Reads whatever the commands may have made or changed. */
function withLook(commands: Command[]): Command[] {
  const flat = commands.flatMap((each) => (each.do === 'together' ? each.commands : [each]))
  const created = flat.filter((each) => each.do === 'create').length
  const gets: Aimed[] = Array.from({ length: Math.min(created, 4) }, (_, campaign) => ({
    do: 'get',
    key: 'owner',
    campaign,
  }))
  return [...commands, ...gets, { do: 'list', key: 'main' }]
}

const READ_ONLY = cases(true)
const ALL = cases(false)

/** The case of a number under a seed: the same always, whatever was run before it. */
export function caseAt(seed: number, number: number, readOnly = false): Command[] {
  // A seed of its own for each, so that one can be made again without those before it.
  const own = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35)
  const [found] = fc.sample(readOnly ? READ_ONLY : ALL, { seed: own | 0, numRuns: 1 })
  return found as Command[]
}
