import { by, changed, succeeded } from '../mutations.ts'
import { meta } from './4-envelope.ts'
import type { Fault } from './fault.ts'

export const VERSION_FAULTS: Fault[] = [
  {
    name: 'meta has no version',
    facts: ['9.1', '4.12'],
    mutation: changed(succeeded, ({ body }) => {
      delete body.meta.version
    }),
  },
  {
    name: 'The version is a number',
    facts: ['9.1', '4.12'],
    mutation: meta({ version: 1.2 }),
  },
  {
    name: 'The version of deletes is an object',
    facts: ['9.1', '4.12'],
    mutation: meta({ version: { major: 1 } }, by('deleteCampaign')),
  },
  {
    name: 'meta of the current user has no version',
    facts: ['9.1', '4.12'],
    mutation: changed(by('getCurrentUser'), succeeded, ({ body }) => {
      delete body.meta.version
    }),
  },
]
