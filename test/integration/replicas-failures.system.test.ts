import { everyNth } from '../../contract-tests/self-test/suite.ts'
import { FAILURE_VARIATIONS } from '../../contract-tests/self-test/variations/failures.ts'
import { HABIT_VARIATIONS } from '../../contract-tests/self-test/variations/habits.ts'
import { INPUT_VARIATIONS } from '../../contract-tests/self-test/variations/inputs.ts'
import { replicateEach } from '../support/replicas.ts'

// Each takes more than a second to learn and serve.
const EVERY = 12

replicateEach(everyNth(EVERY, [...FAILURE_VARIATIONS, ...HABIT_VARIATIONS, ...INPUT_VARIATIONS]))
