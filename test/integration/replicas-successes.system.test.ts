import { KEYS_AND_WIRE } from '../../contract-tests/self-test/fair/keys.ts'
import { SUCCESSES } from '../../contract-tests/self-test/fair/successes.ts'
import { everyNth } from '../../contract-tests/self-test/suite.ts'
import { replicateEach } from '../support/replicas.ts'

// Each takes more than a second to learn and serve.
const EVERY = 10

replicateEach(everyNth(EVERY, [...SUCCESSES, ...KEYS_AND_WIRE]))
