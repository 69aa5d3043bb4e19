import type { Section } from '../support/check.ts'
import { service } from './1-service.ts'
import { resources } from './2-resources.ts'
import { tokens } from './3-tokens.ts'
import { endpoints } from './4-endpoints.ts'
import { authentication } from './5-authentication.ts'
import { errors } from './7-errors.ts'
import { limits } from './8-limits.ts'

/**
 * The checks, section by section. §6 (events) has none: where a webhook is configured is not shown,
 * so that no server can be asked for one. What §9 states of a response is meta.version, which is
 * checked with the rest of meta in §4.
 */
export const sections: Section[] = [
  service,
  resources,
  tokens,
  endpoints,
  authentication,
  errors,
  limits,
]
