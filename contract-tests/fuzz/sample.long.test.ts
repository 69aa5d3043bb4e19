import { findEach, playFairWith } from '../self-test/fuzzing.ts'
import { STATEFUL_FAULTS } from '../self-test/stateful-faults.ts'
import { everyNth } from '../self-test/suite.ts'
import { VARIATIONS } from '../self-test/variations.ts'

// `npm run test:long` tries all of them.
findEach(everyNth(4, STATEFUL_FAULTS), 1000)
playFairWith(
  [{ name: 'the conforming server', mutation: {} }, ...everyNth(8, VARIATIONS.slice(1))],
  3,
)
