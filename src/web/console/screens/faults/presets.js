import { nameOfSwitch } from '../../client/fault-rules.js'

/** @typedef {import('../../client/session.js').Control['FaultInput']} FaultInput */
/** @typedef {import('../../client/session.js').Control['Fault']} Fault */

/** @typedef {{ title: string, says: string, effect: FaultInput }} Preset A switch: a rule that is recognized by its name. */

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
    says: 'Each response is late by the same time.',
    effect: { delay: 2000 },
  },
  {
    title: 'Varying delays',
    says: 'Most responses are fast, some are very late (log-normal).',
    effect: { delay: { median: 300, p99: 4000 } },
  },
  {
    title: 'Broken connections',
    says: 'The connection is reset (TCP RST) before the response.',
    effect: { connection: 'reset' },
  },
  {
    title: 'Empty answers',
    says: 'The connection is closed without a response.',
    effect: { connection: 'empty' },
  },
  {
    title: 'Truncated bodies',
    says: 'Half of the body arrives, then the connection closes. The request takes effect.',
    effect: { body: 'truncated' },
  },
  {
    title: 'Malformed JSON',
    says: 'The body is complete, but not valid JSON. The request takes effect.',
    effect: { body: 'malformed' },
  },
]

/** The rule of a switch, the active one of several. @param {Preset} preset @param {readonly Fault[]} faults */
export function ruleOf({ title }, faults) {
  const own = faults.filter(({ name }) => name === nameOfSwitch(title))
  return own.find(({ state }) => state === 'active') ?? own[0]
}

/** @typedef {Pick<FaultInput, 'operation' | 'share' | 'key' | 'delay'>} Limits The settings of a switch. */

/** @param {Fault | undefined} rule @param {Preset} preset @returns {any} Limits, some of them undefined. */
export function limitsOf(rule, preset) {
  const { operation, share, key, delay = preset.effect.delay } = /** @type {Limits} */ (rule ?? {})
  return { operation, share, key, delay }
}

/**
 * Turns a switch on or off. A rule cannot lose limits, so a new rule replaces it. The new rule is created before the old one is
 * deleted, so that no request passes in between.
 * @param {import('../../hooks/sandbox.js').Sandbox['control']} control @param {Preset} preset @param {Fault | undefined} rule
 * @param {{ enabled: boolean, limits?: Limits }} wish Without `limits`, they stay unchanged.
 */
export async function setSwitch(control, preset, rule, { enabled, limits }) {
  const isSpent = rule !== undefined && (rule.remaining === 0 || rule.expires_at !== null)
  if (rule !== undefined && limits === undefined && !(enabled && isSpent)) {
    return control('PUT', '/faults/{id}', { params: { id: rule.id }, body: { enabled } })
  }
  const body = {
    name: nameOfSwitch(preset.title),
    enabled,
    ...preset.effect,
    ...(limits ?? limitsOf(rule, preset)),
  }
  const made = await control('POST', '/faults', { body })
  if (rule !== undefined) await control('DELETE', '/faults/{id}', { params: { id: rule.id } })
  return made
}
