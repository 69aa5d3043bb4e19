import { acquitEach } from './suite.ts'
import { EDGE_VARIATIONS } from './variations/edges.ts'
import { HABIT_VARIATIONS } from './variations/habits.ts'
import { INPUT_VARIATIONS } from './variations/inputs.ts'
import { MOMENT_VARIATIONS } from './variations/moments.ts'
import { SHAPE_VARIATIONS } from './variations/shapes.ts'
import { TRANSPORT_VARIATIONS } from './variations/transport.ts'

acquitEach([
  ...HABIT_VARIATIONS,
  ...SHAPE_VARIATIONS,
  ...MOMENT_VARIATIONS,
  ...EDGE_VARIATIONS,
  ...INPUT_VARIATIONS,
  ...TRANSPORT_VARIATIONS,
])
