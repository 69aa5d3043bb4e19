import { nameOfSwitch } from '../../client/fault-rules.ts'
import type { Control } from '../../client/session.ts'
import type { Sandbox } from '../../hooks/sandbox.ts'

export type FaultInput = Control['FaultInput']

export type Fault = Control['Fault']

/** A switch: a rule that is recognized by its name. */
export type Preset = { title: string; says: string; effect: FaultInput }

export const PRESETS: Preset[] = [
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

/** Rules to begin with in the form of a new rule. */
export const TEMPLATES: readonly Pick<Preset, 'title' | 'effect'>[] = [
  { title: 'Three failures, then success', effect: { error: 'server_error', count: 3 } },
  { title: 'One in ten fails', effect: { error: 'server_error', share: 0.1 } },
  { title: 'Rate limit for ten minutes', effect: { status: 429, expires_in: '10m' } },
  {
    title: 'Writes fail, reads succeed',
    effect: { method: ['POST', 'PUT', 'DELETE'], status: 503 },
  },
  ...PRESETS,
]

/** The rule of a switch, the active one of several. */
export function ruleOf({ title }: Preset, faults: readonly Fault[]) {
  const own = faults.filter(({ name }) => name === nameOfSwitch(title))
  return own.find(({ state }) => state === 'active') ?? own[0]
}

/** The settings of a switch. */
export type Limits = Pick<FaultInput, 'operation' | 'share' | 'key' | 'delay'>

export function limitsOf(rule: Fault | undefined, preset: Preset): Limits {
  const { operation, share, key, delay = preset.effect.delay } = (rule ?? {}) as Limits
  return { operation, share, key, delay }
}

/**
 * Turns a switch on or off. A rule cannot lose limits, so a new rule replaces it. The new rule is created before the old one is
 * deleted, so that no request passes in between.
 * @param wish Without `limits`, they stay unchanged.
 */
export async function setSwitch(
  control: Sandbox['control'],
  preset: Preset,
  rule: Fault | undefined,
  { enabled, limits }: { enabled: boolean; limits?: Limits },
) {
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
