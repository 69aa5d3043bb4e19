import type { OperationId } from '../../spec/generated/api.ts'
import type { components } from '../../spec/generated/sandbox.ts'

/** A rule as it is asked for, keeping to its schema in spec/sandbox.yaml. */
export type FaultInput = components['schemas']['FaultInput']

/** A change of a rule; null removes a name, a condition or a limit. */
export type FaultChanges = components['schemas']['FaultChanges']

/** The effects of a rule; it has at least one of them. */
export const FAULT_EFFECTS = [
  'error',
  'status',
  'delay',
  'connection',
  'body',
  'missing_headers',
] as const satisfies readonly (keyof FaultInput)[]

export type FaultEffect = Pick<FaultInput, (typeof FAULT_EFFECTS)[number]>

/** Which requests a rule acts on; what is absent excludes nothing. */
interface FaultTarget extends Pick<FaultInput, 'path' | 'share'> {
  operation?: OperationId[]
  /** In upper case. */
  method?: string[]
  /** Id of a key, or the first characters of its token. */
  key?: string
}

/** A rule by which requests of an account fail. */
export interface FaultRule extends FaultTarget, FaultEffect {
  /** `flt_…` */
  id: string
  name: string | null
  enabled: boolean
  /** How often it acts before it lets requests pass; null for no limit. */
  count: number | null
  /** How often it has acted; counted only if there is a `count`, and stored to survive a restart. */
  acted: number
  /** Epoch milliseconds of the account's clock; null for never. */
  expires_at: number | null
  /** ISO 8601 in UTC. */
  created_at: string
  updated_at: string
}
