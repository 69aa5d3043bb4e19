import { SUCCESS_VARIATIONS } from '../contract-tests/self-test/variations/successes.ts'
import { TRANSPORT_VARIATIONS } from '../contract-tests/self-test/variations/transport.ts'
import { doubleEach } from './testing/doubles.ts'

doubleEach([...SUCCESS_VARIATIONS, ...TRANSPORT_VARIATIONS])
