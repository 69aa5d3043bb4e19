import { isoTime } from '../../time/clock.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import type { ImportParts } from '../sharing/import-state.ts'

/** As the schema of the document allows. */
const MOST_LOADED_CAMPAIGNS = 2_000

type Parts = ImportParts & Pick<ControlParts, 'store' | 'clock'>

export function stateHandlers(parts: Parts) {
  const { store, clock } = parts
  return {
    /** GET /_sandbox/state */
    async exportState({ account }) {
      const { id } = await account()
      const { sharedState } = await import('../sharing/shared-state.ts')
      const whole = await store.read(id)
      const data = await sharedState(whole, clock.of(whole))
      if (data.campaigns.length <= MOST_LOADED_CAMPAIGNS) return { data }
      const message = `It has more than ${MOST_LOADED_CAMPAIGNS} campaigns, so no sandbox loads it.`
      return { data, message }
    },

    /** PUT /_sandbox/state */
    async importState({ account, body, cause }) {
      const present = await account()
      const { importState } = await import('../sharing/import-state.ts')
      const { account: loaded, leftOut, moment } = await importState(present, body, cause, parts)
      const sizeOf = (entries: object) => Object.keys(entries).length
      return {
        data: {
          account: present.id,
          now: isoTime(clock.of(loaded)),
          campaigns: loaded.campaigns.size,
          alerts: sizeOf(loaded.alerts),
          webhooks: sizeOf(loaded.webhooks),
          faults: sizeOf(loaded.faults),
          left_out: leftOut,
          moment: moment ?? null,
        },
        message: `Account ${present.id} has the state of ${body.name}. It keeps its keys; its webhooks are disabled.`,
      }
    },
  } satisfies Partial<ControlHandlers>
}
