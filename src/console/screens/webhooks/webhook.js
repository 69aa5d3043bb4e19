/**
 * @typedef {object} Webhook As the API tells it.
 * @property {string} id
 * @property {string} url
 * @property {string[]} events
 * @property {string[]} alerts
 * @property {'active' | 'disabled'} status
 * @property {string | null} disabled_reason
 * @property {string} created_at
 */

const SECRET_BYTES = 24

/** A secret as Standard Webhooks wants it: as many random bytes as nobody guesses, in base64. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

/** Its address without what all of them begin with. @param {string} url */
export function shortUrl(url) {
  return url.replace(/^https?:\/\//, '')
}

/**
 * Whether an address is that of a receiver, also where the sandbox was called by another name when it was made.
 *
 * @param {string} url
 * @param {{ url: string } | undefined} receiver
 */
export function isReceiver(url, receiver) {
  return receiver !== undefined && url.split('/').at(-1) === receiver.url.split('/').at(-1)
}

/**
 * What a webhook is called in a list.
 *
 * @param {string} id
 * @param {readonly Webhook[] | undefined} webhooks Undefined as long as they are not known.
 * @param {{ url: string } | undefined} receiver
 */
export function nameOf(id, webhooks, receiver) {
  const found = webhooks?.find((webhook) => webhook.id === id)
  if (found === undefined) return webhooks === undefined ? id : `${id} (deleted)`
  return isReceiver(found.url, receiver) ? 'Built-in receiver' : shortUrl(found.url)
}
