import controlDocument from '../../spec/documents/control.ts'
import { compiledRules } from '../openapi/served/compiled-rules.ts'
import { controlOperation } from './operation.ts'

/** The rules of the control plane, which has only one document. The build has another module in place of this one. */
export const rules = await compiledRules(controlDocument, { read: controlOperation })
