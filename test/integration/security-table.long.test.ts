import { tryTable } from '../support/security/trials.ts'

tryTable('Shared network')
