import { it } from 'vitest'
import { expectFailureShown } from '../../../test/support/live-preview.ts'
import { FAILURES } from '../../errors.ts'

it.each(FAILURES.filter((_, index) => index % 5 !== 0))(
  'a preview shows the failure %s',
  expectFailureShown,
)
