import { sampled } from '../self-test/suite.ts'
import { VARIATIONS } from '../self-test/variations.ts'
import { acquitTraffic } from './testing/both-directions.ts'

acquitTraffic([{ name: 'the conforming server', mutation: {} }, ...sampled(4, VARIATIONS)])
