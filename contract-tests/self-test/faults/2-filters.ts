import { by, changed, data, handled, succeeded } from '../mutations.ts'
import type { OperationId } from '../routes.ts'
import type { Fault } from './fault.ts'

/** Leaves an input out of what the operation hears of the query. */
function deaf(operation: OperationId, fact: string, ...names: string[]): Fault {
  return {
    name: `${operation} does not filter by ${names[0]}`,
    facts: [fact],
    mutation: handled(operation, ({ query }, next) => {
      for (const name of names) query.delete(name)
      return next()
    }),
  }
}

/** Moves a date of the query by days. */
function shifted(name: string, days: number, fact: string, does: string): Fault {
  return {
    name: does,
    facts: [fact],
    mutation: handled('getRankings', ({ query }, next) => {
      const date = query.get(name)
      if (date) {
        const moved = new Date(Date.parse(date) + days * 86_400_000)
        query.set(name, moved.toISOString().slice(0, 10))
      }
      return next()
    }),
  }
}

/** Ignores an input where another is in the query, too. */
function deafWith(
  operation: OperationId,
  [input, other]: [string, string],
  facts: string[],
): Fault {
  const has = (query: URLSearchParams, name: string) => query.has(name) || query.has(`${name}[]`)
  return {
    name: `${operation} ignores ${input} where there is ${other}`,
    facts,
    mutation: handled(operation, ({ query }, next) => {
      if (has(query, other)) for (const name of [input, `${input}[]`]) query.delete(name)
      return next()
    }),
  }
}

const BRANDS = ['Example', 'Another']

/** One of each kind; `strangers/bugs/queries.ts` has the rest. */
const partly: Fault[] = [
  shifted('start_date', -1, '2.27', 'Rankings begin a day before start_date'),
  shifted('end_date', 1, '2.28', 'Rankings end a day after end_date'),
  {
    name: 'start_date is ignored where there is no end_date',
    facts: ['2.27'],
    mutation: handled('getRankings', ({ query }, next) => {
      if (!query.has('end_date')) query.delete('start_date')
      return next()
    }),
  },
  deafWith('getRankings', ['campaign_id', 'keywords'], ['2.26']),
  {
    name: 'Mentions are those of any brand',
    facts: ['2.30'],
    mutation: changed(
      by('getMentions'),
      succeeded,
      data((rows) => rows.map((row: object, at: number) => ({ ...row, brand: BRANDS[at % 2] }))),
    ),
  },
  deaf('getMentions', '2.32', 'start_date'),
  deafWith('getMentions', ['platforms', 'brand'], ['2.31']),
]

export const FILTER_FAULTS: Fault[] = [
  deaf('getRankings', '2.26', 'campaign_id'),
  deaf('getRankings', '2.27', 'start_date'),
  deaf('getRankings', '2.28', 'end_date'),
  deaf('getRankings', '2.29', 'keywords', 'keywords[]'),
  deaf('getMentions', '2.31', 'platforms', 'platforms[]'),
  ...partly,
]
