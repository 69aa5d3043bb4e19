import generated from '../../../spec/generated/stated.json' with { type: 'json' }
import type { JsonObject } from '../../schema/json.ts'
import { packagedDocument } from '../load.ts'
import { Provenance } from './provenance.ts'

/** The origins of the parts of a served document. */
export function provenanceOf(served: JsonObject): Provenance {
  const stated = generated as unknown as JsonObject
  return new Provenance({ stated, packaged: packagedDocument, served })
}
