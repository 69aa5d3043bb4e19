import { ENVELOPE_FAULTS, VERSION_FAULTS } from './faults/4-envelope.ts'
import { VERIFY_FAULTS } from './faults/4-verify.ts'
import { catchEach } from './suite.ts'

catchEach([...ENVELOPE_FAULTS, ...VERSION_FAULTS, ...VERIFY_FAULTS])
