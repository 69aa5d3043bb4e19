import { basename } from 'node:path'
import type { Overlay } from '../../openapi/overlay.ts'
import type { ProposedChange } from './live-change.ts'

/** The name of the overlay that holds the live changes, where overlays are listed. */
export const LIVE_FILE = 'live-changes.yaml'

/** An overlay with notes, as those of this package have them. */
interface NotedOverlay extends Overlay {
  'x-about': string
}

/** The changes as an overlay; `startedWith` are the files of the overlays that come before. */
export function liveOverlay(
  changes: readonly ProposedChange[],
  startedWith: readonly string[],
): NotedOverlay {
  const before = startedWith.map((file) => basename(file)).join(', ')
  return {
    overlay: '1.0.0',
    info: { title: 'Live changes of a svc-sandbox', version: '1.0.0' },
    'x-about':
      'Assumptions that were changed while the sandbox ran. Serve them with: svc-sandbox serve ' +
      `${startedWith.map((file) => `--overlay ${basename(file)} `).join('')}--overlay ${LIVE_FILE}` +
      (before === '' ? '' : `. They count on the overlays before (${before}).`),
    actions: changes.flatMap(({ description, actions }) =>
      actions.map((action) => ({
        ...action,
        ...(action.description === undefined && description !== undefined && { description }),
      })),
    ),
  }
}
