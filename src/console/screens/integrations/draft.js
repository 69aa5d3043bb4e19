import { RequestFailed } from '../../client/http.js'
import { messageOf } from '../../parts/failure.js'

/**
 * @typedef {object} Draft What stands in the form, as it was typed.
 * @property {string} name
 * @property {string} type
 * @property {string[]} permissions
 * @property {string} rateLimit
 * @property {string} addresses
 * @property {string} validity `never`, a duration such as `90d`, or `date`.
 * @property {string} until YYYY-MM-DD
 */

/** The type whose keys have terms of their own (§5.4). */
export const RESTRICTED = 'restricted'

/** @type {Draft} */
export const EMPTY = {
  name: '',
  type: 'test',
  permissions: [],
  rateLimit: '',
  addresses: '',
  validity: 'never',
  until: '',
}

/**
 * To begin with for a key that takes the place of another. Not how long it is valid, which begins anew.
 *
 * @param {import('../settings/terms.js').Key} key
 * @returns {Draft}
 */
export function draftLike({ name, type, permissions, rate_limit, allowed_ips }) {
  // A test key with limits is one in all but its name, and the form has them for restricted ones.
  const isLimited = rate_limit !== null || allowed_ips.length > 0
  return {
    ...EMPTY,
    name,
    type: isLimited ? RESTRICTED : type,
    permissions,
    rateLimit: rate_limit === null ? '' : String(rate_limit),
    addresses: allowed_ips.join('\n'),
  }
}

/** The body of POST /_sandbox/keys. What is wrong with it is the server's to say. @param {Draft} draft */
export function bodyOf({ name, type, permissions, rateLimit, addresses, validity, until }) {
  const allowed = addresses.split(/[\s,]+/).filter(Boolean)
  return {
    name,
    type,
    ...(type === RESTRICTED && {
      permissions,
      ...(rateLimit.trim() !== '' && { rate_limit: numberOrText(rateLimit.trim()) }),
      ...(allowed.length > 0 && { allowed_ips: allowed }),
    }),
    ...(validity === 'date'
      ? { expires_at: until && `${until}T23:59:59Z` }
      : validity !== 'never' && { expires_in: validity }),
  }
}

/** @param {string} text */
function numberOrText(text) {
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}

/** @type {Record<string, keyof Draft>} */
const FIELDS = {
  name: 'name',
  type: 'type',
  permissions: 'permissions',
  rate_limit: 'rateLimit',
  allowed_ips: 'addresses',
  expires_in: 'validity',
  expires_at: 'validity',
}

/**
 * What the server refused, by the field that it concerns.
 *
 * @param {unknown} error
 * @returns {{ fields: Partial<Record<keyof Draft, string[]>>, rest: string | undefined }} `rest` concerns none.
 */
export function problemsOf(error) {
  /** @type {{ path: string, message: string }[]} */
  const issues = (error instanceof RequestFailed && error.details?.issues) || []
  const seen = new Set()
  /** @type {Partial<Record<keyof Draft, string[]>>} */
  const fields = {}
  for (const { path, message } of issues) {
    // The first that is wrong with a value says what to do.
    if (seen.has(path)) continue
    seen.add(path)
    const field = FIELDS[path.split('/')[1] ?? '']
    if (field === undefined) return { fields: {}, rest: messageOf(error) }
    const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
    fields[field] = [...(fields[field] ?? []), sentence]
  }
  return { fields, rest: issues.length === 0 ? messageOf(error) : undefined }
}
