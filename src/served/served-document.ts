import { type AnswerForms, answerForms, OWN_FORMS } from '../answer-forms/answer-forms.ts'
import type { Config } from '../config.ts'
import { FixtureLibrary } from '../fixtures/fixture-library.ts'
import { ApiDocument } from '../openapi/api-document.ts'
import { DocumentError } from '../openapi/document-error.ts'
import { mergedDocument, type OverlayFile, packagedDocument } from '../openapi/load.ts'
import type { RequestRules } from '../openapi/served/operation.ts'
import { preparedRules, Router } from '../openapi/served/router.ts'
import { dispensable, handlers } from '../operations/handlers.ts'
import type { ResponseChecks } from '../pipeline/send.ts'
import type { JsonObject } from '../schema/json.ts'
import { operationsOf } from '../schema/operations.ts'

/** The parts that follow from the document alone. */
interface ReadDocument {
  document: ApiDocument
  /** The overlays that changed the document, in their order. */
  overlays: readonly OverlayFile[]
  router: Router
  /** The forms of answers that differ from the packaged document. */
  forms: AnswerForms
}

/** Everything that depends on the document, and nothing that changes. Another document replaces it as a whole. */
export interface ServedDocument extends ReadDocument {
  responseChecks: ResponseChecks
  fixtures: FixtureLibrary
}

/** Reads the packaged document with `overlays`. Rejects with a DocumentError if the sandbox cannot follow it. */
export async function readDocument(
  overlays: readonly OverlayFile[],
  apiVersion: string | undefined,
): Promise<ReadDocument> {
  const raw = await mergedDocument(overlays, apiVersion)
  const document = ApiDocument.of(raw)
  requireHandlers(raw)
  const isPackaged = overlays.length === 0
  const router = new Router(isPackaged ? await preparedRules(raw) : await requestRules(raw))
  return { document, overlays, router, forms: isPackaged ? OWN_FORMS : await answerForms(raw) }
}

/** Completes a document for a sandbox with this configuration. */
export async function servedDocument(
  read: ReadDocument,
  config: Pick<Config, 'validateResponses' | 'webhookTargets'>,
): Promise<ServedDocument> {
  return {
    ...read,
    responseChecks: config.validateResponses ? await responseChecks(read) : undefined,
    fixtures: new FixtureLibrary(read.document, config.webhookTargets),
  }
}

async function requestRules(document: JsonObject): Promise<RequestRules> {
  const [{ compiledRules }, { requireServedInputs }] = await Promise.all([
    import('../openapi/served/compiled-rules.ts'),
    import('../openapi/served/served-inputs.ts'),
  ])
  const rules = await compiledRules(document)
  requireServedInputs(document, packagedDocument, dispensable)
  return rules
}

async function responseChecks({ document }: ReadDocument) {
  const [{ ResponseCheck }, { default: control }] = await Promise.all([
    import('../openapi/served/response-check.ts'),
    import('../../spec/documents/control.ts'),
  ])
  return { service: ResponseCheck.of(document.raw), control: ResponseCheck.of(control) }
}

/** An overlay can change operations, but not add operations that the sandbox does not implement. */
function requireHandlers(document: JsonObject): void {
  const unknown = operationsOf(document).filter(({ id }) => !Object.hasOwn(handlers, String(id)))
  if (unknown.length > 0) {
    const names = unknown.map(({ id, method, path }) => `${id} (${method} ${path})`)
    throw new DocumentError(
      `The document has operations that this sandbox cannot serve: ${names.join(', ')}. ` +
        'An overlay can change what operations do, not add any: take them out of it.',
    )
  }
}
