/** Servers that keep every statement, each in another way; a suite that fails one of them accuses wrongly. */

import type { Variation } from './changes.ts'
import { EDGES } from './fair/edges.ts'
import { FAILURES } from './fair/failures.ts'
import { FRAMEWORKS } from './fair/frameworks.ts'
import { HABITS } from './fair/habits.ts'
import { INPUTS } from './fair/inputs.ts'
import { KEYS_AND_WIRE } from './fair/keys.ts'
import { MOMENTS } from './fair/moments.ts'
import { SHAPES } from './fair/shapes.ts'
import { SUCCESSES } from './fair/successes.ts'
import { TRANSPORT } from './fair/transport.ts'

export type { Variation } from './changes.ts'

export const VARIATIONS: Variation[] = [
  { name: 'as it is', kind: 'plain' },
  ...FAILURES,
  ...SUCCESSES,
  ...INPUTS,
  ...FRAMEWORKS,
  ...MOMENTS,
  ...EDGES,
  ...KEYS_AND_WIRE,
  ...TRANSPORT,
  ...SHAPES,
  ...HABITS,
]
