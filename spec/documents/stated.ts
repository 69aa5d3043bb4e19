import type { JsonObject } from '../../src/schema/json.ts'
import { asJson, readSpec } from './values.ts'

/** What the interface specification states, as an OpenAPI document. */
const stated: JsonObject = asJson(readSpec('openapi.yaml') as JsonObject)
export default stated
