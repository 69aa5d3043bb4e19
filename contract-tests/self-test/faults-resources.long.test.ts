import { CAMPAIGN_FAULTS } from './faults/2-campaigns.ts'
import { FILTER_FAULTS } from './faults/2-filters.ts'
import { RECORD_FAULTS } from './faults/2-records.ts'
import { catchEach } from './suite.ts'

catchEach([...CAMPAIGN_FAULTS, ...FILTER_FAULTS, ...RECORD_FAULTS])
