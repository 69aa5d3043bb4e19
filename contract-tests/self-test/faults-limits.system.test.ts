import { KEY_FAULTS } from './faults/5-keys.ts'
import { COUNTING_FAULTS } from './faults/8-counting.ts'
import { LIMIT_FAULTS } from './faults/8-limits.ts'
import { catchEach } from './suite.ts'

catchEach([...KEY_FAULTS, ...LIMIT_FAULTS, ...COUNTING_FAULTS])
