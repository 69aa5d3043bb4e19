import type { RequestRules } from '../openapi/served/operation.ts'

/** The rules of the control plane, loaded with the first request for it. */
export async function controlRules(): Promise<RequestRules> {
  return (await import('./control-rules.ts')).rules
}
