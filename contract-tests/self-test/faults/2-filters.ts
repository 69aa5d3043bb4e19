import { handled } from '../mutations.ts'
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

export const FILTER_FAULTS: Fault[] = [
  deaf('getRankings', '2.26', 'campaign_id'),
  deaf('getRankings', '2.27', 'start_date'),
  deaf('getRankings', '2.28', 'end_date'),
  deaf('getRankings', '2.29', 'keywords', 'keywords[]'),
  deaf('getMentions', '2.31', 'platforms', 'platforms[]'),
]
