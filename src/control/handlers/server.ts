import controlDocument from '../../../spec/documents/control.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { ApiError } from '../../errors.ts'
import { documentText } from '../../openapi/document-text.ts'
import { isoTime } from '../../time/clock.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'

export function serverHandlers(parts: ControlParts) {
  const { store, document, config } = parts
  let controlText: ReturnType<typeof documentText> | undefined
  // It takes 90 ms, in which nothing else happens, and is the same until another document is served.
  let specification: DataOf<'getSpecification'> | undefined
  return {
    /** GET /_sandbox/health */
    async getHealth({ now }) {
      return {
        data: {
          status: 'ok',
          api_version: document.version,
          accounts: await store.count(),
          storage: storageOf(config),
          rate_limits: config.rateLimits,
          signup: config.openSignup,
          proxy: parts.upstream !== undefined,
          now: isoTime(now),
          document_revision: parts.overlayFiles.revision,
          overlay_problem: parts.overlayFiles.problem ?? null,
        },
      }
    },

    /** GET /_sandbox/health/live */
    getLiveness() {
      return { data: { status: 'live' } }
    },

    /** GET /_sandbox/health/ready */
    async getReadiness() {
      const problem = await parts.readiness.problem()
      if (problem === undefined) return { data: { status: 'ready' } }
      throw new ApiError('unavailable', problem, { headers: { 'Retry-After': '1' } })
    },

    /** GET /_sandbox/openapi.json */
    getControlDocument({ serverUrl, now }) {
      controlText ??= documentText(controlDocument)
      return { document: controlText({ now, server: `${serverUrl}/_sandbox` }) }
    },

    /** GET /_sandbox/specification */
    async getSpecification(request) {
      // The answer is the same for all accounts, but an unknown account is an error.
      if (request.query.account !== undefined) await request.account()
      // With the facts, assumptions and overlays, which are YAML in a checkout.
      const { contentsOf } = await import('./specification.ts')
      specification ??= contentsOf(document.raw, parts.overlays)
      return { data: specification }
    },

    /** GET /_sandbox/document/places */
    async getDocumentPlace(request) {
      // As for the whole specification.
      if (request.query.account !== undefined) await request.account()
      const { placeOf } = await import('./specification.ts')
      return { data: placeOf(document.raw, request.query.pointer) }
    },
  } satisfies Partial<ControlHandlers>
}

function storageOf({ data, database }: ControlParts['config']): 'ephemeral' | 'disk' | 'database' {
  if (database !== undefined) return 'database'
  return data === undefined ? 'ephemeral' : 'disk'
}
