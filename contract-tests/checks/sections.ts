import { service } from './1-service.ts'
import { intelligence } from './2-intelligence.ts'
import { resources } from './2-resources.ts'
import { tokens } from './3-tokens.ts'
import { endpoints } from './4-endpoints.ts'
import { authentication } from './5-authentication.ts'
import { errors } from './7-errors.ts'
import { counting } from './8-counting.ts'
import { limits } from './8-limits.ts'
import type { Check } from './check.ts'

/**
 * The checks by section. §6 (events) has none, because the specification does not show how to configure a webhook.
 * §9 is about meta.version, which is checked with the rest of meta in §4.
 */
export const sections: Record<string, Check[]> = {
  1: service,
  2: [...resources, ...intelligence],
  3: tokens,
  4: endpoints,
  5: authentication,
  7: errors,
  8: [...limits, ...counting],
}
