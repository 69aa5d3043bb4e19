import { numberOf } from '../../parts/numbers.js'

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
      ...(rateLimit.trim() !== '' && { rate_limit: numberOf(rateLimit) }),
      ...(allowed.length > 0 && { allowed_ips: allowed }),
    }),
    ...(validity === 'date'
      ? { expires_at: until && `${until}T23:59:59Z` }
      : validity !== 'never' && { expires_in: validity }),
  }
}
