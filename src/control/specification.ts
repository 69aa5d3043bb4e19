import type { Services } from '../services.ts'
import type { ControlHandler, DataOf } from './operation.ts'

type Specification = DataOf<'getSpecification'>

/** What was said of a document once, which does not change while the sandbox runs. */
const known = new WeakMap<Services['document'], Promise<Specification>>()

/** GET /_sandbox/specification */
export const getSpecification: ControlHandler<'getSpecification'> = async (request, services) => {
  // The answer is the same for all, but an account that there is not should not seem to be one.
  if (request.query.account !== undefined) await request.account()
  const { document, overlays } = services
  let specification = known.get(document)
  if (specification === undefined) {
    // Ledger, assumptions and statements are loaded by those who ask for them.
    specification = import('./specification-contents.ts').then(({ contentsOf }) =>
      contentsOf(document.raw, overlays),
    )
    known.set(document, specification)
  }
  return { data: await specification }
}
