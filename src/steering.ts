import type { components } from '../spec/generated/sandbox.ts'
import type { EventKind } from './accounts/alert.ts'
import { accountOf } from './control/account.ts'
import { type ClockWish, move } from './control/clock.ts'
import { trigger } from './control/events.ts'
import { invalidInput } from './invalid-input.ts'
import type { Services } from './services.ts'

type Schemas = components['schemas']

/** Which account is meant: that of `svc_test_demo`, or the only one, unless another is named. */
export interface AccountOption {
  account?: string
}

/** A length of time: the fields are added up. */
export interface Duration {
  weeks?: number
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

/** The clock of an account. Everything but `now` resolves when the consequences are done. */
export interface SandboxClock {
  /** What it shows. */
  now(options?: AccountOption): Promise<Date>
  /**
   * Lets time pass, at most 400 days: campaigns run, events are delivered and retried, each at its own time.
   * Takes a duration, a text such as `3d` or `1d12h`, or `next_run`.
   */
  advance(by: Duration | string, options?: AccountOption): Promise<MovedClock>
  /** Shows another time from now on, without anything happening in between. */
  set(time: Date | number | string, options?: AccountOption): Promise<MovedClock>
  freeze(options?: AccountOption): Promise<MovedClock>
  unfreeze(options?: AccountOption): Promise<MovedClock>
}

export type MovedClock = Schemas['Clock'] & { summary: Schemas['ClockSummary'] }

/** What else an event that is triggered has, and where it goes. */
export interface TriggerOptions extends AccountOption {
  /** Id of the campaign; the newest when absent. */
  campaign?: string
  /** Laid over the event's data. */
  data?: Record<string, unknown>
  /** Sends it to this address only, instead of to webhooks. */
  to?: string
  /** Signs what is sent with `to`. */
  secret?: string
}

export interface Triggered {
  event: Schemas['Event']
  /** Ids of the deliveries to webhooks that want it. */
  deliveries: string[]
  /** What came of sending it to one address. */
  attempt: Schemas['Attempt'] | null
  secret: string | null
}

/** What can be done to a running sandbox from code, beside the control plane. */
export interface Steering {
  clock: SandboxClock
  /** Lets an event happen now. */
  trigger(type: EventKind, options?: TriggerOptions): Promise<Triggered>
}

export function steeringOf(services: Services): Steering {
  const meant = ({ account }: AccountOption = {}) => accountOf(OPERATOR, account, services)
  const moved = async (wish: ClockWish, options?: AccountOption) =>
    move((await meant(options)).id, wish, services)
  return {
    clock: {
      now: async (options) => new Date(services.clock.of(await meant(options))),
      advance: (by, options) =>
        moved({ advance: typeof by === 'string' ? by : durationText(by) }, options),
      set: (time, options) => moved({ now: new Date(time).toISOString() }, options),
      freeze: (options) => moved({ frozen: true }, options),
      unfreeze: (options) => moved({ frozen: false }, options),
    },
    trigger: async (type, { campaign, account, ...rest } = {}) => {
      const wish = { type, ...rest, ...(campaign === undefined ? {} : { campaign_id: campaign }) }
      return trigger(await meant(account === undefined ? {} : { account }), wish, services)
    },
  }
}

/** Whoever has the sandbox in hand is its operator. */
const OPERATOR = { accountId: undefined }

const UNITS = { weeks: 'w', days: 'd', hours: 'h', minutes: 'm', seconds: 's' } as const

function durationText(duration: Duration): string {
  const parts = (Object.keys(UNITS) as (keyof Duration)[]).flatMap((unit) => {
    const value = duration[unit]
    if (value === undefined) return []
    if (Number.isInteger(value) && value >= 0) return `${value}${UNITS[unit]}`
    throw invalidInput([
      { in: 'body', path: `/${unit}`, message: `must be a whole number from 0 on; found ${value}` },
    ])
  })
  return parts.length > 0 ? parts.join('') : '0s'
}
