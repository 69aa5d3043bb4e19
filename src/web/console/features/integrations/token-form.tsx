import { useMemo, useState } from 'preact/hooks'
import type { BodyOf } from '../../../../control-client/operations.ts'
import type { ApiDocument } from '../../client/document.ts'
import { tokenTypesOf } from '../../client/document.ts'
import { numberOf } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import { Check } from '../../ui/controls.tsx'
import { FieldGroup, FormProblem } from '../../ui/fields.tsx'
import { useForm } from '../../ui/form.tsx'
import { PermissionPicker, resourcesOf } from './permissions.tsx'

const VALIDITIES = [
  ['never', 'Until it is deleted'],
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['date', 'Until a date'],
]

/** Create API Token (§5.2). */
export function TokenForm({
  api,
  initial,
  onCreated,
}: {
  api: ApiDocument
  initial: Draft
  onCreated: (key: Control['NewKey']) => void
}) {
  const { control } = useSandbox()
  const state = useState(initial)
  const [draft] = state
  const resources = useMemo(() => resourcesOf(api, initial.permissions), [api, initial.permissions])
  const { attributes, busy, put, field, problemsOf, problem, hasFieldProblems } = useForm(
    state,
    async () => onCreated((await control('POST', '/keys', { body: bodyOf(draft) })).data),
  )
  // A date has its own field.
  const elsewhere = draft.validity === 'date' ? [] : ['expires_at']
  const ofValidity = problemsOf('validity', 'expires_in', ...elsewhere)

  return (
    <form class="token-form" {...attributes}>
      {field('name', 'Descriptive name', {
        hint: 'Such as the application that uses it.',
        placeholder: 'Rank tracker, staging',
        required: true,
      })}
      <FieldGroup legend="Type" problems={problemsOf('type')}>
        {tokenTypesOf(api)
          .filter(({ type }) => type !== 'live')
          .map(({ type, prefixes, use }) => (
            <Check
              checked={draft.type === type}
              onChange={() => put({ type })}
              attributes={{ type: 'radio', name: 'type' }}
            >
              <span>
                <strong>{type}</strong>
                {type === RESTRICTED ? '' : ', full access'} <code>{prefixes[0]}…</code>
                <span class="hint"> {use}</span>
              </span>
            </Check>
          ))}
      </FieldGroup>
      {draft.type === RESTRICTED && (
        <>
          <PermissionPicker
            resources={resources}
            chosen={draft.permissions}
            onChange={(permissions: string[]) => put({ permissions })}
            problems={
              problemsOf('permissions') &&
              (draft.permissions.length === 0
                ? ['Choose at least one permission.']
                : problemsOf('permissions'))
            }
          />
          <div class="grid fields">
            {field('rateLimit', 'Rate limit', {
              of: 'rate_limit',
              hint: 'Requests per hour. Empty: the limit of the plan.',
              inputmode: 'numeric',
            })}
            {field('addresses', 'Allowed addresses', {
              of: 'allowed_ips',
              as: 'textarea',
              hint: 'IPv4, IPv6 or blocks such as 203.0.113.0/24, one per line or separated by commas. Empty: any address.',
              rows: 3,
              spellcheck: false,
            })}
          </div>
        </>
      )}
      <FieldGroup legend="Validity" problems={ofValidity}>
        <div class="actions">
          {VALIDITIES.map(([validity, label]) => (
            <Check
              checked={draft.validity === validity}
              onChange={() => put({ validity })}
              attributes={{ type: 'radio', name: 'validity' }}
            >
              {label}
            </Check>
          ))}
        </div>
        {draft.validity === 'date' &&
          field('until', 'Last day', {
            of: 'expires_at',
            hint: 'Until the end of this day in UTC, on the clock of the account.',
            date: 'day',
          })}
      </FieldGroup>
      <FormProblem text={problem} />
      {hasFieldProblems && (
        <p class="problem" role="alert">
          No token was created. Correct the fields marked above.
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={busy}>
          Create API Token
        </button>
      </div>
    </form>
  )
}

/** The type of keys with permissions and limits (§5.4). */
const RESTRICTED = 'restricted'

/** The input of the form. `validity`: `never`, a duration such as `90d`, or `date`; `until`: YYYY-MM-DD. */
export const EMPTY = {
  name: '',
  type: 'test',
  permissions: [] as string[],
  rateLimit: '',
  addresses: '',
  validity: 'never',
  until: '',
}

type Draft = typeof EMPTY

/** The settings of a key for its replacement, without its validity. */
export function draftLike({
  name,
  type,
  permissions,
  rate_limit,
  allowed_ips,
}: Control['Key']): Draft {
  // The form offers limits only for restricted keys.
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

/** The request body, which the server validates. */
function bodyOf({
  name,
  type,
  permissions,
  rateLimit,
  addresses,
  validity,
  until,
}: Draft): BodyOf<'createKey'> {
  const allowed = addresses.split(/[\s,]+/).filter(Boolean)
  return {
    name,
    type,
    ...(type === RESTRICTED && {
      permissions,
      ...(rateLimit.trim() !== '' && { rate_limit: numberOf(rateLimit) as number }),
      ...(allowed.length > 0 && { allowed_ips: allowed }),
    }),
    ...(validity === 'date'
      ? { expires_at: until && `${until}T23:59:59Z` }
      : validity !== 'never' && { expires_in: validity }),
  }
}
