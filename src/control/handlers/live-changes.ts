import type { components } from '../../../spec/generated/sandbox.ts'
import type { Change } from '../../openapi/provenance/changes.ts'
import { createClock, isoTime } from '../../time/clock.ts'
import type { LiveChange } from '../live/live-change.ts'
import { LIVE_FILE, liveOverlay } from '../live/live-overlay.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'

type Schemas = components['schemas']

/** Limit of listed changes of the document. */
const MOST_CHANGES = 200

export function liveChangeHandlers(parts: ControlParts) {
  const { live } = parts
  return {
    /** GET /_sandbox/document/places */
    async getDocumentPlace(request) {
      // The answer is the same for all accounts, but an unknown account is an error.
      if (request.query.account !== undefined) await request.account()
      const { placeOf } = await import('../live/place.ts')
      return { data: placeOf(parts.document.raw, request.query.pointer) }
    },

    /** GET /_sandbox/live-changes */
    listLiveChanges: () => ({ data: live.changes.map(shown) }),

    /** POST /_sandbox/live-changes */
    async applyLiveChange({ body: { actions, description } }) {
      const change = await live.apply(actions, description)
      return { data: shown(change), message: 'Applied. Requests follow it from now on.' }
    },

    /** DELETE /_sandbox/live-changes */
    async removeLiveChanges() {
      const removed = await live.removeAll()
      return { data: removed.map(shown), message: 'All live changes are undone.' }
    },

    /** DELETE /_sandbox/live-changes/{id} */
    async removeLiveChange({ params: { id } }) {
      return { data: shown(await live.remove(id)), message: `${id} is undone.` }
    },

    /** POST /_sandbox/live-changes/preview */
    async previewLiveChange({ account, body: { actions, request }, serverUrl }) {
      const owned = await account()
      const before = live.served
      const { served, changes } = await live.preview(actions)
      const { answerOf } = await import('../live/preview.ts')
      const now = parts.clock.now()
      // The same moment for both: nothing but the document may make a difference.
      const clock = createClock({ wallTime: () => now })
      const answers = { ...parts, clock, serverUrl }
      return {
        data: {
          before: await answerOf(before, owned, request, answers),
          after: await answerOf(served, owned, request, answers),
          ...listed(changes),
        },
      }
    },

    /** GET /_sandbox/live-changes/overlay */
    async downloadLiveOverlay() {
      const { stringify } = await import('yaml')
      return {
        answer: {
          status: 200,
          headers: {
            'Content-Type': 'application/yaml; charset=utf-8',
            'Content-Disposition': `attachment; filename="${LIVE_FILE}"`,
          },
          body: stringify(liveOverlay(live.changes, live.startedWith), { lineWidth: 120 }),
        },
      }
    },
  } satisfies Partial<ControlHandlers>
}

function shown({
  id,
  description,
  actions,
  changes,
  appliedAt,
}: LiveChange): Schemas['LiveChange'] {
  return {
    id,
    description: description ?? null,
    actions: [...actions],
    ...listed(changes),
    applied_at: isoTime(appliedAt),
  }
}

function listed(changes: readonly Change[]) {
  return {
    changes: changes.slice(0, MOST_CHANGES),
    more_changes: Math.max(0, changes.length - MOST_CHANGES),
  }
}
