import generated from '../../spec/generated/sandbox.json' with { type: 'json' }
import type { JsonObject } from '../document/json.ts'

/** The OpenAPI document of the control plane, as JSON. */
export const controlDocument = generated as unknown as JsonObject
