import generated from '../../spec/documents/openapi.ts'
import { ApiDocument } from '../../src/openapi/api-document.ts'

/** The merged document, as the sandbox has it without overlays. */
export const DOCUMENT = new ApiDocument(generated)
