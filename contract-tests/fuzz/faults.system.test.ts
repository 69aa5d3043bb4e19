import { findEach } from '../self-test/fuzzing.ts'
import { STATEFUL_FAULTS } from '../self-test/stateful-faults.ts'

findEach(STATEFUL_FAULTS, 1000)
