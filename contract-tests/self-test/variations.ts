/**
 * Servers that keep every sentence of the interface specification, each in another way where it is
 * silent.
 *
 * A variation is in this list if the specification calls the point "not shown", or says nothing of it,
 * so that a provider could do it tomorrow without changing a word there. A suite that fails one of them
 * accuses wrongly. What is doubtful is in neither list; see faults.ts.
 */
import { EDGE_VARIATIONS } from './variations/edges.ts'
import { FAILURE_VARIATIONS } from './variations/failures.ts'
import { HABIT_VARIATIONS } from './variations/habits.ts'
import { INPUT_VARIATIONS } from './variations/inputs.ts'
import { MOMENT_VARIATIONS } from './variations/moments.ts'
import { SHAPE_VARIATIONS } from './variations/shapes.ts'
import { SUCCESS_VARIATIONS } from './variations/successes.ts'
import { TRANSPORT_VARIATIONS } from './variations/transport.ts'
import type { Variation } from './variations/variation.ts'

export type { Variation } from './variations/variation.ts'

export const VARIATIONS: Variation[] = [
  ...FAILURE_VARIATIONS,
  ...SUCCESS_VARIATIONS,
  ...INPUT_VARIATIONS,
  ...HABIT_VARIATIONS,
  ...SHAPE_VARIATIONS,
  ...MOMENT_VARIATIONS,
  ...EDGE_VARIATIONS,
  ...TRANSPORT_VARIATIONS,
]
