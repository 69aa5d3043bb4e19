import type { RequestRules } from '../openapi/served/request-rules.ts'

/** The rules of the control plane, loaded with the first request for it. */
export async function controlRules(): Promise<RequestRules> {
  return (await import('./packaged-rules.ts')).rules
}
