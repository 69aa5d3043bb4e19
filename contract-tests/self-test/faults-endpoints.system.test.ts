import { ENDPOINT_FAULTS } from './faults/4-endpoints.ts'
import { ERROR_FAULTS } from './faults/7-errors.ts'
import { REFUSAL_FAULTS } from './faults/7-refusals.ts'
import { catchEach } from './suite.ts'

catchEach([...ENDPOINT_FAULTS, ...ERROR_FAULTS, ...REFUSAL_FAULTS])
