/** Bugs that a real team could ship, each in every style where it makes sense. */
import type { Bug } from './bugs/bug.ts'
import { CREDENTIALS } from './bugs/credentials.ts'
import { ENVELOPE } from './bugs/envelope.ts'
import { LIMITS_AND_VALIDATION } from './bugs/limits.ts'
import { QUERIES } from './bugs/queries.ts'
import { READ_BACK } from './bugs/read-back.ts'
import { WRITES } from './bugs/writes.ts'

export type { Bug } from './bugs/bug.ts'

export const BUGS: Bug[] = [
  ...READ_BACK,
  ...WRITES,
  ...QUERIES,
  ...CREDENTIALS,
  ...ENVELOPE,
  ...LIMITS_AND_VALIDATION,
]
