import { it } from 'vitest'
import { expectRunsIn, VITEST } from '../test/support/suite-runs.ts'

it('runs in vitest', () => expectRunsIn('vitest', [VITEST, 'run']))
