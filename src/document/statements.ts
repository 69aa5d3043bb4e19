import generated from '../../spec/generated/stated.json' with { type: 'json' }
import type { JsonObject } from './json.ts'
import { packagedDocument } from './load.ts'
import { Provenance } from './provenance.ts'

/** Tells of each part of a document that is served whether it is stated, assumed, or of an overlay. */
export function provenanceOf(served: JsonObject): Provenance {
  const stated = generated as unknown as JsonObject
  return new Provenance({ stated, packaged: packagedDocument, served })
}
