import type { ServiceCall } from '../client/service.ts'
import { useSandbox } from './sandbox.ts'

/** Calls of the API for the current account, with the types of its document. */
export function useService(): ServiceCall {
  return useSandbox().api
}
