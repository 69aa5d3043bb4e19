import { FAULTS } from './faults.ts'
import { acquitEach, catchEach, everyNth, oneOfEachFact } from './suite.ts'
import { VARIATIONS } from './variations.ts'

// `npm run test:long` tries all of them.
catchEach(everyNth(6, oneOfEachFact(FAULTS)))
acquitEach([{ name: 'the conforming server', mutation: {} }, ...everyNth(24, VARIATIONS.slice(1))])
