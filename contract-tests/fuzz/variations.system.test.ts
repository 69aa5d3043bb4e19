import { playFairWith } from '../self-test/fuzzing.ts'
import { VARIATIONS } from '../self-test/variations.ts'

playFairWith([{ name: 'the conforming server', mutation: {} }, ...VARIATIONS], 3)
