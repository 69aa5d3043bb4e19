import { atVersion, packagedDocument } from '../load.ts'
import { compiledRules } from './compiled-rules.ts'

/**
 * The rules of the packaged document. The build has another module in place of this one (`scripts/request-rules.ts`): compiling the rules
 * would take a third of a start.
 */
export const rules = await compiledRules(atVersion(packagedDocument, undefined))
