import { EARLY_FAULTS } from './faults/4-early.ts'
import { ENVELOPE_FAULTS } from './faults/4-envelope.ts'
import { NOT_JSON_FAULTS } from './faults/4-not-json.ts'
import { VERIFY_FAULTS } from './faults/4-verify.ts'
import { VERSION_FAULTS } from './faults/9-version.ts'
import { catchEach } from './suite.ts'

catchEach([
  ...ENVELOPE_FAULTS,
  ...NOT_JSON_FAULTS,
  ...EARLY_FAULTS,
  ...VERSION_FAULTS,
  ...VERIFY_FAULTS,
])
