import { ApiError } from '../errors.ts'
import { addAccount } from './accounts.ts'
import type { ControlHandler } from './operation.ts'
import { ownScenario } from './scenario.ts'

/** POST /_sandbox/signup */
export const signUp: ControlHandler<'signUp'> = ({ body, address }, services) => {
  const { visitors } = services
  if (!visitors) {
    throw new ApiError(
      'permission_denied',
      'Sign-up is closed: this sandbox was not started with --open-signup. Its operator can make an account with POST /_sandbox/accounts.',
    )
  }
  return visitors.admit(address, () =>
    addAccount({ ...body, source: ownScenario(services), madeBy: 'signup' }, services),
  )
}
