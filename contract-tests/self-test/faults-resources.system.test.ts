import { ACCEPTANCE_FAULTS } from './faults/2-acceptance.ts'
import { CAMPAIGN_FAULTS } from './faults/2-campaigns.ts'
import { FILTER_FAULTS } from './faults/2-filters.ts'
import { READ_BACK_FAULTS } from './faults/2-read-back.ts'
import { RECORD_FAULTS } from './faults/2-records.ts'
import { LIST_FAULTS } from './faults/4-lists.ts'
import { catchEach } from './suite.ts'

catchEach([
  ...ACCEPTANCE_FAULTS,
  ...CAMPAIGN_FAULTS,
  ...LIST_FAULTS,
  ...FILTER_FAULTS,
  ...READ_BACK_FAULTS,
  ...RECORD_FAULTS,
])
