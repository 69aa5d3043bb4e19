import { FAILURE_VARIATIONS } from '../../contract-tests/self-test/variations/failures.ts'
import { HABIT_VARIATIONS } from '../../contract-tests/self-test/variations/habits.ts'
import { INPUT_VARIATIONS } from '../../contract-tests/self-test/variations/inputs.ts'
import { SUCCESS_VARIATIONS } from '../../contract-tests/self-test/variations/successes.ts'
import { replicateEach } from '../support/replicas.ts'

// One of each kind that shows in what is learned; `npm run test:long` tries more.
replicateEach(
  [SUCCESS_VARIATIONS, FAILURE_VARIATIONS, HABIT_VARIATIONS, INPUT_VARIATIONS].map(
    (variations) => variations[0] as (typeof variations)[number],
  ),
)
