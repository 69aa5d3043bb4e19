import { playFairWith } from '../self-test/fuzzing.ts'
import { VARIATIONS } from '../self-test/variations.ts'

playFairWith([{ name: 'the conforming server', twist: {} }, ...VARIATIONS], 3)
