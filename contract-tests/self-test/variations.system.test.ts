import { acquitEach } from './suite.ts'
import { FAILURE_VARIATIONS } from './variations/failures.ts'
import { SUCCESS_VARIATIONS } from './variations/successes.ts'

acquitEach([
  { name: 'the conforming server', mutation: {} },
  ...FAILURE_VARIATIONS,
  ...SUCCESS_VARIATIONS,
])
