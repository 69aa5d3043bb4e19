import generated from '../../spec/generated/openapi.json' with { type: 'json' }
import { ApiDocument } from '../../src/openapi/api-document.ts'
import type { JsonObject } from '../../src/schema/json.ts'

/** The merged document, as the sandbox has it without overlays. */
export const DOCUMENT = new ApiDocument(generated as unknown as JsonObject)
