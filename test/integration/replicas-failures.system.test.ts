import { FAILURES } from '../../contract-tests/self-test/fair/failures.ts'
import { INPUTS } from '../../contract-tests/self-test/fair/inputs.ts'
import { everyNth } from '../../contract-tests/self-test/suite.ts'
import { replicateEach } from '../support/replicas.ts'

// Each takes more than a second to learn and serve.
const EVERY = 8

replicateEach(everyNth(EVERY, [...FAILURES, ...INPUTS]))
