import { FAILURE_VARIATIONS } from '../contract-tests/self-test/variations/failures.ts'
import { HABIT_VARIATIONS } from '../contract-tests/self-test/variations/habits.ts'
import { INPUT_VARIATIONS } from '../contract-tests/self-test/variations/inputs.ts'
import { doubleEach } from './testing/doubles.ts'

doubleEach([...FAILURE_VARIATIONS, ...HABIT_VARIATIONS, ...INPUT_VARIATIONS])
