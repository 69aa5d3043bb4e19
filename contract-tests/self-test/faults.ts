/**
 * Servers with one bug each.
 *
 * A fault is in this list if a sentence of the interface specification is false of the server, by any
 * fair reading of that sentence, and a client can see it over HTTP. Not in it:
 * - what the specification calls "not shown", and what the ledger leaves to tests of the sandbox
 *   (`proof: sandbox`);
 * - what a server may well do that keeps every sentence; that is in variations.ts.
 *
 * Doubtful cases are in neither list.
 */
import { ACCEPTANCE_FAULTS } from './faults/2-acceptance.ts'
import { CAMPAIGN_FAULTS } from './faults/2-campaigns.ts'
import { FILTER_FAULTS } from './faults/2-filters.ts'
import { READ_BACK_FAULTS } from './faults/2-read-back.ts'
import { RECORD_FAULTS } from './faults/2-records.ts'
import { EARLY_FAULTS } from './faults/4-early.ts'
import { ENDPOINT_FAULTS } from './faults/4-endpoints.ts'
import { ENVELOPE_FAULTS } from './faults/4-envelope.ts'
import { LIST_FAULTS } from './faults/4-lists.ts'
import { NOT_JSON_FAULTS } from './faults/4-not-json.ts'
import { VERIFY_FAULTS } from './faults/4-verify.ts'
import { ACCOUNT_FAULTS } from './faults/5-accounts.ts'
import { AUTHENTICATION_FAULTS, PERMISSION_FAULTS } from './faults/5-authentication.ts'
import { KEY_FAULTS } from './faults/5-keys.ts'
import { ERROR_FAULTS } from './faults/7-errors.ts'
import { REFUSAL_FAULTS } from './faults/7-refusals.ts'
import { COUNTING_FAULTS } from './faults/8-counting.ts'
import { LIMIT_FAULTS } from './faults/8-limits.ts'
import { VERSION_FAULTS } from './faults/9-version.ts'
import type { Fault } from './faults/fault.ts'

export type { Fault } from './faults/fault.ts'

export const FAULTS: Fault[] = [
  ...ACCEPTANCE_FAULTS,
  ...CAMPAIGN_FAULTS,
  ...LIST_FAULTS,
  ...RECORD_FAULTS,
  ...FILTER_FAULTS,
  ...READ_BACK_FAULTS,
  ...ENVELOPE_FAULTS,
  ...NOT_JSON_FAULTS,
  ...EARLY_FAULTS,
  ...ENDPOINT_FAULTS,
  ...VERIFY_FAULTS,
  ...AUTHENTICATION_FAULTS,
  ...PERMISSION_FAULTS,
  ...KEY_FAULTS,
  ...ACCOUNT_FAULTS,
  ...ERROR_FAULTS,
  ...REFUSAL_FAULTS,
  ...LIMIT_FAULTS,
  ...COUNTING_FAULTS,
  ...VERSION_FAULTS,
]
