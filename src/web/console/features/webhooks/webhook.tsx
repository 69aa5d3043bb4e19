import type { EventKind } from '../../client/document.ts'
import type { RowOf } from '../../client/service-lists.ts'
import type { Control } from '../../client/session.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { Badge } from '../../ui/values.tsx'

export type Webhook = RowOf<'/webhooks'>

/** A secret in the form of Standard Webhooks: 24 random bytes in base64. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

/** The address without its scheme. */
export function shortUrl(url: string) {
  return url.replace(/^https?:\/\//, '')
}

/** Compares ids, because the sandbox may have several host names. */
export function isReceiver(url: string, receiver: { url: string } | undefined) {
  return receiver !== undefined && url.split('/').at(-1) === receiver.url.split('/').at(-1)
}

/** The name of a webhook in a list; its id until the webhooks are loaded. */
export function nameOf(
  id: string,
  webhooks: readonly Webhook[] | undefined,
  receiver: { url: string } | undefined,
) {
  const found = webhooks?.find((webhook) => webhook.id === id)
  if (found === undefined) return webhooks === undefined ? id : `${id} (deleted)`
  return isReceiver(found.url, receiver) ? 'Built-in receiver' : shortUrl(found.url)
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
  return useAction(async (id: string) => {
    const { data } = await control('POST', '/deliveries/{id}/resend', { params: { id } })
    onDone()
    const { error, status, duration_ms } = data.attempts.at(-1) as Control['Attempt']
    if (error === null)
      return `Delivered: the receiver answered ${status} in ${Math.round(duration_ms)} ms.`
    notify(`Delivery failed. ${error}`, 'failed')
  })
}

/** Creates a webhook to the built-in receiver, for all events. */
export function useSendHere({
  kinds,
  receiver,
  onDone,
}: {
  kinds: EventKind[] | undefined
  receiver: { url: string } | undefined
  onDone: () => void
}) {
  const { api } = useSandbox()
  const create = useAction(async () => {
    if (receiver === undefined) return
    // The kinds are those of the served document.
    const events = (kinds ?? []).map(({ name }) => name as Control['EventKind'])
    await api('POST', '/webhooks', { body: { url: receiver.url, events, secret: newSecret() } })
    onDone()
    return 'Webhook created. Trigger an event, or advance the clock.'
  })
  return { ...create, ready: kinds !== undefined && receiver !== undefined }
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
  sendHere: ReturnType<typeof useSendHere>
}
