/** Servers that keep every statement, each in another way; a suite that fails one of them accuses wrongly. */
import { HABITS } from './fair/habits.ts'
import { SHAPES } from './fair/shapes.ts'
import { TRANSPORT } from './fair/transport.ts'
import type { Variation } from './fair/variation.ts'

export type { Variation } from './fair/variation.ts'

export const VARIATIONS: Variation[] = [
  { name: 'as it is', kind: 'plain' },
  ...TRANSPORT,
  ...SHAPES,
  ...HABITS,
]
