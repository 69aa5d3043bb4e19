import type { components } from '../../../../../spec/generated/api.ts'

type Alert = Pick<
  components['schemas']['AlertInput'],
  'event' | 'campaign_id' | 'keyword' | 'min_change' | 'platform'
>

/** Data for a test event that an alert lets through, on top of the data that the sandbox generates. */
export function dataToMatch({ event, keyword, min_change, platform }: Alert) {
  return {
    ...(keyword !== undefined && { keyword }),
    ...(platform !== undefined && { platform }),
    // Up to the first place, because a change may be of 99 places.
    ...(event === 'ranking.changed' &&
      min_change !== undefined && {
        position: 1,
        previous_position: 1 + min_change,
        change: min_change,
      }),
  }
}
