import { everyNth } from '../self-test/suite.ts'
import { VARIATIONS } from '../self-test/variations.ts'
import { acquitTraffic } from './testing/both-directions.ts'

// `npm run test:long` tries all of them.
acquitTraffic([{ name: 'the conforming server', mutation: {} }, ...everyNth(80, VARIATIONS)])
