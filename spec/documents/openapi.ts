import { applyOverlay } from '../../src/openapi/overlay.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import overlay from './overlay.ts'
import stated from './stated.ts'
import { asJson } from './values.ts'

/** The statements merged with the assumptions: the document that the sandbox is written for. */
const merged: JsonObject = asJson(applyOverlay(stated, overlay))
export default merged
