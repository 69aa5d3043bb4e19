import { VARIATIONS } from '../self-test/variations.ts'
import { acquitTraffic } from './testing/both-directions.ts'

acquitTraffic([{ name: 'the conforming server', mutation: {} }, ...VARIATIONS])
