import { everyNth } from '../../contract-tests/self-test/suite.ts'
import { SUCCESS_VARIATIONS } from '../../contract-tests/self-test/variations/successes.ts'
import { TRANSPORT_VARIATIONS } from '../../contract-tests/self-test/variations/transport.ts'
import { replicateEach } from '../support/replicas.ts'

// Each takes more than a second to learn and serve.
const EVERY = 12

replicateEach(everyNth(EVERY, [...SUCCESS_VARIATIONS, ...TRANSPORT_VARIATIONS]))
