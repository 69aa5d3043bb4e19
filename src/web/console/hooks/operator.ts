import { useMemo } from 'preact/hooks'
import { type ControlCall, controlOf } from '../client/http.ts'
import { useSandbox } from './sandbox.ts'

/** Calls of the control API that concern the sandbox as a whole, which refuse the name of an account. */
export function useOperator(): ControlCall {
  const { session } = useSandbox()
  return useMemo(() => controlOf({ token: session.token }), [session.token])
}
