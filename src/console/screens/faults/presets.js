import { nameOfSwitch } from '../../client/fault-rules.js'

/** @typedef {import('../../client/session.js').Control['FaultInput']} FaultInput */
/** @typedef {import('../../client/session.js').Control['Fault']} Fault */

/**
 * @typedef {object} Preset A switch: a rule of its own, known again by its name.
 * @property {string} title
 * @property {string} says What clients see.
 * @property {FaultInput} effect
 */

/** @type {Preset[]} */
export const PRESETS = [
  {
    title: 'Server errors',
    says: 'Every operation answers with 500 server_error.',
    effect: { error: 'server_error', status: 500 },
  },
  {
    title: 'Service unavailable',
    says: 'Answers are 503, with Retry-After.',
    effect: { error: 'server_error', status: 503 },
  },
  {
    title: 'Rate limit exceeded',
    says: 'Answers are 429 rate_limit_exceeded, with Retry-After and nothing remaining.',
    effect: { error: 'rate_limit_exceeded', status: 429 },
  },
  {
    title: 'Slow answers',
    says: 'Each answer comes late by the same time.',
    effect: { delay: 2000 },
  },
  {
    title: 'Varying delays',
    says: 'Most answers are quick, some come very late (log-normal).',
    effect: { delay: { median: 300, p99: 4000 } },
  },
  {
    title: 'Broken connections',
    says: 'The connection is reset (TCP RST) before an answer comes.',
    effect: { connection: 'reset' },
  },
  {
    title: 'Empty answers',
    says: 'The connection is closed without an answer.',
    effect: { connection: 'empty' },
  },
  {
    title: 'Truncated bodies',
    says: 'Half of the body arrives, then the connection closes. What was asked for is carried out.',
    effect: { body: 'truncated' },
  },
  {
    title: 'Malformed JSON',
    says: 'The body is whole, but no JSON. What was asked for is carried out.',
    effect: { body: 'malformed' },
  },
]

/**
 * The rule of a switch: that which is on, if there are several of its name.
 *
 * @param {Preset} preset
 * @param {readonly Fault[]} faults
 */
export function ruleOf({ title }, faults) {
  const own = faults.filter(({ name }) => name === nameOfSwitch(title))
  return own.find(({ state }) => state === 'active') ?? own[0]
}

/** @typedef {Pick<FaultInput, 'operation' | 'share' | 'key' | 'delay'>} Limits What of a switch can be chosen. */

/** @param {Fault | undefined} rule @param {Preset} preset @returns {Limits} */
export function limitsOf(rule, preset) {
  const { operation, share, key, delay = preset.effect.delay } = /** @type {Limits} */ (rule ?? {})
  return given({ operation, share, key, delay })
}

/**
 * Puts a switch where it is wanted. Limits cannot be taken from a rule that is there, so that a rule with others takes
 * its place: made before the old one goes, so that no request slips through between.
 *
 * @param {import('../../hooks/sandbox.js').Sandbox['control']} control
 * @param {Preset} preset
 * @param {Fault | undefined} rule
 * @param {{ enabled: boolean, limits?: Limits }} wish Without `limits`, those that it has.
 */
export async function setSwitch(control, preset, rule, { enabled, limits }) {
  const isSpent = rule !== undefined && (rule.remaining === 0 || rule.expires_at !== null)
  if (rule !== undefined && limits === undefined && !(enabled && isSpent)) {
    return control('PUT', `faults/${rule.id}`, { body: { enabled } })
  }
  const body = {
    name: nameOfSwitch(preset.title),
    enabled,
    ...preset.effect,
    ...(limits ?? limitsOf(rule, preset)),
  }
  const made = await control('POST', 'faults', { body })
  if (rule !== undefined) await control('DELETE', `faults/${rule.id}`)
  return made
}

/** @template {Record<string, unknown>} T @param {T} record @returns {any} Without what is undefined. */
function given(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
