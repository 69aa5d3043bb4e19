import generated from '../../spec/generated/sandbox.json' with { type: 'json' }
import type { JsonObject } from '../schema/json.ts'

/** The OpenAPI document of the control plane, as JSON. */
export const controlDocument = generated as unknown as JsonObject
