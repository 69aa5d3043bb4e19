import { useAction, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Badge } from '../../parts/values.js'

/** @import { EventKind } from '../../client/document.js' */

/**
 * @typedef {{ id: string, url: string, events: string[], alerts: string[], status: 'active' | 'disabled',
 *   disabled_reason: string | null, created_at: string }} Webhook
 */

/** A secret in the form of Standard Webhooks: 24 random bytes in base64. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

/** The address without its scheme. @param {string} url */
export function shortUrl(url) {
  return url.replace(/^https?:\/\//, '')
}

/** Compares ids, because the sandbox may have several host names. @param {string} url @param {{ url: string } | undefined} receiver */
export function isReceiver(url, receiver) {
  return receiver !== undefined && url.split('/').at(-1) === receiver.url.split('/').at(-1)
}

/**
 * The name of a webhook in a list; its id until the webhooks are loaded.
 * @param {string} id @param {readonly Webhook[] | undefined} webhooks @param {{ url: string } | undefined} receiver
 */
export function nameOf(id, webhooks, receiver) {
  const found = webhooks?.find((webhook) => webhook.id === id)
  if (found === undefined) return webhooks === undefined ? id : `${id} (deleted)`
  return isReceiver(found.url, receiver) ? 'Built-in receiver' : shortUrl(found.url)
}

const TONES = /** @type {const} */ ({ delivered: 'good', pending: 'warn', failed: 'bad' })

/** @param {{ status: keyof typeof TONES }} props */
export function DeliveryBadge({ status }) {
  return html`<${Badge} tone=${TONES[status] ?? 'plain'}>${status}</${Badge}>`
}

/**
 * Creates a webhook to the built-in receiver, for all events.
 * @param {{ kinds: EventKind[] | undefined, receiver: { url: string } | undefined, onDone: () => void }} parts
 */
export function useSendHere({ kinds, receiver, onDone }) {
  const { api } = useSandbox()
  const create = useAction(async () => {
    const events = (kinds ?? []).map(({ name }) => name)
    await api('POST', 'webhooks', { body: { url: receiver?.url, events, secret: newSecret() } })
    onDone()
    return 'Webhook created. Trigger an event, or advance the clock.'
  })
  return { ...create, ready: kinds !== undefined && receiver !== undefined }
}

/**
 * @typedef {{ id: string, name: string }} Campaign
 * @typedef {object} Shared The data of all parts of the page; undefined until it is loaded.
 * @property {readonly Webhook[] | undefined} webhooks
 * @property {import('../../client/session.js').Control['Receiver'] | undefined} receiver
 * @property {readonly Campaign[] | undefined} campaigns The newest first.
 * @property {readonly EventKind[]} kinds
 * @property {number} turn
 * @property {() => void} onChange Called after a change.
 * @property {ReturnType<typeof useSendHere>} sendHere
 */
