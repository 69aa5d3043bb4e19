import { changed, header, REMAINING } from '../mutations.ts'
import type { Fault } from './fault.ts'

/** How the quota of a key is counted, over several responses. */
export const COUNTING_FAULTS: Fault[] = [
  {
    name: 'X-RateLimit-Remaining is the same on all responses',
    facts: ['8.15'],
    mutation: changed(header(REMAINING, () => '900')),
  },
  {
    name: 'X-RateLimit-Remaining counts up',
    facts: ['8.15'],
    mutation: changed(({ headers }, { number }) => {
      headers[REMAINING] = String(200 + number)
    }),
  },
  {
    name: 'The requests of all keys of an account are counted together',
    facts: ['8.1'],
    mutation: {
      charge: ({ key, quota, service }, next) => {
        next()
        if (!key || key.quota !== quota || quota.limit < 100) return
        for (const other of service.keys.values()) {
          if (other !== key && other.quota.limit >= 100) other.quota.used += 1
        }
      },
    },
  },
  {
    name: 'A used-up key creates campaigns',
    facts: ['8.18'],
    mutation: {
      charge: ({ operation, quota }, next) => {
        if (operation !== 'createCampaign' || quota.used < quota.limit) next()
      },
    },
  },
]
