import generated from '../../spec/generated/openapi.json' with { type: 'json' }
import { ApiDocument } from '../document/api-document.ts'
import type { JsonObject } from '../document/json.ts'

/** The merged document, as the sandbox has it without overlays. */
export const DOCUMENT = new ApiDocument(generated as unknown as JsonObject)
