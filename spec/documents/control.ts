import { type JsonObject, mapObjects, objectOf } from '../../src/schema/json.ts'
import { valueAt } from '../../src/schema/pointer.ts'
import stated from './stated.ts'
import { asJson, readSpec } from './values.ts'

const STATED = './openapi.yaml#'

/** The document of the control plane, with marks for the types of the service that its types take. */
export const typedControl = withStatedParts(readSpec('sandbox.yaml') as JsonObject)

/** The document of the control plane. */
const control: JsonObject = asJson(
  mapObjects(typedControl, ({ 'x-operation-id': _, ...object }) => object),
)
export default control

/** Inlines the schemas that the control API shares with the service, so that codes and kinds are written once. */
function withStatedParts(document: JsonObject): JsonObject {
  return mapObjects(document, (object) => {
    const { $ref, ...own } = object
    if (typeof $ref !== 'string' || !$ref.startsWith(STATED)) return object
    const { type, enum: values } = objectOf(valueAt(stated, $ref.slice(STATED.length)))
    return { type, enum: values, ...own }
  })
}
