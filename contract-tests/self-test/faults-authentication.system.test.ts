import { ACCOUNT_FAULTS } from './faults/5-accounts.ts'
import { AUTHENTICATION_FAULTS, PERMISSION_FAULTS } from './faults/5-authentication.ts'
import { catchEach } from './suite.ts'

catchEach([...AUTHENTICATION_FAULTS, ...PERMISSION_FAULTS, ...ACCOUNT_FAULTS])
