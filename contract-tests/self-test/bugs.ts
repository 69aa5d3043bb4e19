/** Bugs that a real team could ship, each in every style where it makes sense. */

import { CREATES } from './bugs/creates.ts'
import { CREDENTIALS } from './bugs/credentials.ts'
import { DELETES } from './bugs/deletes.ts'
import { EARLY_RESPONSES } from './bugs/early.ts'
import { ENDPOINTS } from './bugs/endpoints.ts'
import { ENVELOPE } from './bugs/envelope.ts'
import { FAILURES } from './bugs/failures.ts'
import { LIMITS } from './bugs/limits.ts'
import { LISTS } from './bugs/lists.ts'
import { PAYLOADS } from './bugs/payloads.ts'
import { PERMISSIONS_AND_ACCOUNTS } from './bugs/permissions.ts'
import { QUERIES } from './bugs/queries.ts'
import { READ_BACK } from './bugs/read-back.ts'
import { UPDATES } from './bugs/updates.ts'
import { VALIDATION } from './bugs/validation.ts'
import { VERIFY } from './bugs/verify.ts'
import type { Bug } from './changes.ts'

export type { Bug } from './changes.ts'

export const BUGS: Bug[] = [
  ...READ_BACK,
  ...CREATES,
  ...UPDATES,
  ...DELETES,
  ...LISTS,
  ...QUERIES,
  ...CREDENTIALS,
  ...PERMISSIONS_AND_ACCOUNTS,
  ...VERIFY,
  ...ENDPOINTS,
  ...ENVELOPE,
  ...EARLY_RESPONSES,
  ...FAILURES,
  ...PAYLOADS,
  ...LIMITS,
  ...VALIDATION,
]
