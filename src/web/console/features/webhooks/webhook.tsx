import type { EventKind } from '../../client/document.ts'
import type { RowOf } from '../../client/service-lists.ts'
import { type Clock, type Control, shownBy } from '../../client/session.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import { Badge } from '../../ui/values.tsx'

export type Webhook = RowOf<'/webhooks'>

/** The address without its scheme. */
export function shortUrl(url: string) {
  return url.replace(/^https?:\/\//, '')
}

/** Compares ids, because the sandbox may have several host names. */
export function isReceiver(url: string, receiver: { url: string } | undefined) {
  return receiver !== undefined && url.split('/').at(-1) === receiver.url.split('/').at(-1)
}

const TONES = { delivered: 'good', pending: 'accent', failing: 'bad', failed: 'bad' } as const

/** A pending delivery of which an attempt has failed is failing: it is tried again. */
export const statusOf = ({ status, attempts }: Pick<Control['Delivery'], 'status' | 'attempts'>) =>
  status === 'pending' && attempts.length > 0 ? 'failing' : status

export function DeliveryBadge({ of }: { of: Pick<Control['Delivery'], 'status' | 'attempts'> }) {
  const status = statusOf(of)
  return <Badge tone={TONES[status] ?? 'plain'}>{status}</Badge>
}

/** Sends a delivery again at once. */
export function useResend(onDone: () => void) {
  const { control, notify } = useSandbox()
  return async (id: string) => {
    const { data } = await control('POST', '/deliveries/{id}/resend', { params: { id } })
    onDone()
    const { error, status, duration_ms } = data.attempts.at(-1) as Control['Attempt']
    if (error === null)
      return `Delivered: the receiver answered ${status} in ${Math.round(duration_ms)} ms.`
    notify(`Delivery failed. ${error}`, 'failed')
  }
}

export type Campaign = RowOf<'/campaigns'>
/** The data of all parts of the page; undefined until it is loaded. */
export interface Shared {
  webhooks: readonly Webhook[] | undefined
  receiver: Control['Receiver'] | undefined
  /** The newest first. */
  campaigns: readonly Campaign[] | undefined
  kinds: readonly EventKind[]
  turn: number
  /** Called after a change. */
  onChange: () => void
  /** Creates a webhook to the built-in receiver, for all events; undefined until it can. */
  sendHere: (() => Promise<string>) | undefined
  /** The name of a webhook in a list; its id until the webhooks are loaded. */
  nameOf: (id: string) => string
}

const IN = new Intl.RelativeTimeFormat('en-GB')
const SECOND_MS = 1000
const UNITS: [unit: 'day' | 'hour' | 'minute' | 'second', ms: number][] = [
  ['day', 86_400 * SECOND_MS],
  ['hour', 3600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
  ['second', SECOND_MS],
]

/** `in 5 min` of the account's clock; undefined if it is due. */
export function untilText(at: string, clock: Clock) {
  const left = Date.parse(at) - shownBy(clock)
  if (left <= 0) return undefined
  const [unit, ms] = UNITS.find(([, each]) => left >= each * 1.5) ?? ['second', SECOND_MS]
  return IN.format(Math.max(1, Math.round(left / ms)), unit)
}
