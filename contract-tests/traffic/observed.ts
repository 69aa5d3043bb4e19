import type { Source } from '../../src/schema/traffic.ts'
import type { Exchange } from '../http/exchange.ts'

/** A request that an app made and its response, as the suite reads its own. */
export interface Observed extends Exchange {
  /** As in `X-Sandbox-Violations` and the request log. */
  id: string
  source: Source
  /** Epoch milliseconds. */
  at: number
}
