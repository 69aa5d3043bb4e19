import { numberOf } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'

type Fault = Control['Fault']

/** A rule in the form: texts, as they were typed. */
export const EMPTY_DRAFT = {
  name: '',
  enabled: true,
  /** Undefined for all of them. */
  operation: undefined as string[] | undefined,
  method: [] as string[],
  path: '',
  key: '',
  share: '',
  error: '',
  status: '',
  delays: '' as '' | 'fixed' | 'varying',
  delay: '',
  median: '',
  p99: '',
  connection: '',
  body: '',
  missing_headers: '',
  count: '',
  expires_in: '',
  expires_at: '',
}

export type Draft = typeof EMPTY_DRAFT

/** The members of a draft that have a value. Texts that are no numbers stay texts: the server says what is wrong with them. */
function fieldsOf(draft: Draft) {
  const { enabled, operation, method, delays, missing_headers } = draft
  const headers = missing_headers.split(/[\s,]+/).filter((name) => name !== '')
  const delay = {
    '': undefined,
    fixed: numberOf(draft.delay) ?? '',
    varying: { median: numberOf(draft.median) ?? '', p99: numberOf(draft.p99) ?? '' },
  }
  return {
    name: draft.name.trim() || undefined,
    enabled,
    operation,
    method: method.length === 0 ? undefined : method,
    path: draft.path.trim() || undefined,
    key: draft.key.trim() || undefined,
    share: numberOf(draft.share),
    error: draft.error || undefined,
    status: numberOf(draft.status),
    delay: delay[delays],
    connection: draft.connection || undefined,
    body: draft.body || undefined,
    missing_headers: headers.length === 0 ? undefined : headers,
    count: numberOf(draft.count),
    expires_in: draft.expires_in.trim() || undefined,
    expires_at: draft.expires_at.trim() || undefined,
  }
}

/** The body that creates a rule. */
export function inputOf(draft: Draft): Control['FaultInput'] {
  // The server refuses what was mistyped, and says why.
  return fieldsOf(draft) as Control['FaultInput']
}

const REMOVABLE = ['name', 'operation', 'method', 'path', 'key', 'share', 'count'] as const

/** The body that changes a rule to a draft. An unchanged count or end is left out, because it would begin again. */
export function changesOf(draft: Draft, rule: Fault): Control['FaultChanges'] {
  const fields = fieldsOf(draft)
  const before = draftOf(rule)
  const { count, expires_in, expires_at, ...others } = fields
  const removed = REMOVABLE.filter((name) => fields[name] === undefined)
  const isSameEnd = expires_in === undefined && draft.expires_at === before.expires_at
  return {
    ...others,
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...(count === undefined || draft.count === before.count ? {} : { count }),
    ...(isSameEnd
      ? {}
      : { expires_in, expires_at: expires_in === undefined ? (expires_at ?? null) : undefined }),
  } as Control['FaultChanges']
}

/** Members that a rule and a draft share, as texts in the draft. */
const TEXTS = [
  'name',
  'path',
  'key',
  'share',
  'error',
  'status',
  'connection',
  'body',
  'count',
  'expires_at',
] as const

/** A draft that says the same as a rule, or as the part of one. */
export function draftOf(rule: Partial<Fault> | Control['FaultInput']): Draft {
  const { operation, method = [], delay, missing_headers = [], enabled = true } = rule
  const varying = typeof delay === 'object' ? delay : undefined
  return {
    ...EMPTY_DRAFT,
    ...Object.fromEntries(TEXTS.map((name) => [name, String(rule[name] ?? '')])),
    enabled,
    operation: operation === undefined ? undefined : [operation].flat(),
    method: [method].flat(),
    delays: delay === undefined ? '' : typeof delay === 'number' ? 'fixed' : 'varying',
    delay: typeof delay === 'number' ? String(delay) : '',
    median: String(varying?.median ?? ''),
    p99: String(varying?.p99 ?? ''),
    missing_headers: missing_headers.join(', '),
  }
}

/** A draft of a second rule that says the same. */
export function copyOf(rule: Fault): Draft {
  return { ...draftOf(rule), enabled: true, name: rule.name ? `${rule.name} (copy)` : '' }
}
