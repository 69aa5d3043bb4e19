import type { OverlayAction } from '../../openapi/overlay.ts'
import type { Change } from '../../openapi/provenance/changes.ts'

/** A change of assumptions while the sandbox runs. */
export interface LiveChange {
  id: string
  description: string | undefined
  actions: readonly OverlayAction[]
  /** Its changes of the document. */
  changes: readonly Change[]
  /** Epoch milliseconds of the server's clock. */
  appliedAt: number
}

/** A change that is not applied. */
export type ProposedChange = Pick<LiveChange, 'description' | 'actions'>
