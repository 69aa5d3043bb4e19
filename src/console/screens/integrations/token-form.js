import { useMemo, useState } from 'preact/hooks'
import { tokenTypesOf } from '../../client/document.js'
import { useForm } from '../../hooks/form.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Field, FieldGroup, FormProblem } from '../../parts/field.js'
import { bodyOf, RESTRICTED } from './draft.js'
import { PermissionPicker, resourcesOf } from './permissions.js'

/**
 * What the server may refuse of each member of the draft.
 *
 * @type {Record<keyof import('./draft.js').Draft, string[]>}
 */
const JUDGED = {
  name: ['name'],
  type: ['type'],
  permissions: ['permissions'],
  rateLimit: ['rate_limit'],
  addresses: ['allowed_ips'],
  validity: ['expires_in', 'expires_at'],
  until: ['expires_in', 'expires_at'],
}

const FIELDS = [...new Set(Object.values(JUDGED).flat())]

/** @type {[value: string, label: string][]} */
const VALIDITIES = [
  ['never', 'Until it is deleted'],
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['date', 'Until a date'],
]

/**
 * Create API Token (§5.2).
 *
 * @param {object} props
 * @param {import('../../client/document.js').ApiDocument} props.api
 * @param {import('./draft.js').Draft} props.initial
 * @param {(key: import('../../client/session.js').Control['NewKey']) => void} props.onCreated
 */
export function TokenForm({ api, initial, onCreated }) {
  const { control } = useSandbox()
  const [draft, setDraft] = useState(initial)
  const resources = useMemo(() => resourcesOf(api, initial.permissions), [api, initial.permissions])
  const { attributes, problems, busy, forget } = useForm(FIELDS, async () => {
    onCreated((await control('POST', 'keys', { body: bodyOf(draft) })).data)
  })
  const put = (/** @type {Partial<typeof draft>} */ change) => {
    setDraft({ ...draft, ...change })
    const changed = /** @type {(keyof typeof draft)[]} */ (Object.keys(change))
    forget(changed.flatMap((member) => JUDGED[member]))
  }
  const { fields, rest } = problems
  const ofValidity = [...(fields.expires_in ?? []), ...(fields.expires_at ?? [])]

  return html`<form class="token-form" ...${attributes}>
    <${Field}
      label="Descriptive name"
      hint="Says later which application it belongs to."
      problems=${fields.name}
      value=${draft.name}
      onValue=${(/** @type {string} */ name) => put({ name })}
      attributes=${{ placeholder: 'Rank tracker, staging', autocomplete: 'off', required: true }}
    />
    <${TypePicker} api=${api} draft=${draft} put=${put} problems=${fields.type} />
    ${
      draft.type === RESTRICTED &&
      html`<${PermissionPicker}
          resources=${resources}
          chosen=${draft.permissions}
          onChange=${(/** @type {string[]} */ permissions) => put({ permissions })}
          problems=${fields.permissions}
        />
        <div class="field-row">
          <${Field}
            label="Rate limit"
            hint="Requests an hour. Empty: the limit of the plan."
            problems=${fields.rate_limit}
            value=${draft.rateLimit}
            onValue=${(/** @type {string} */ rateLimit) => put({ rateLimit })}
            attributes=${{ inputmode: 'numeric', autocomplete: 'off' }}
          />
          <${Field}
            as="textarea"
            label="Allowed addresses"
            hint="IPv4, IPv6 or blocks such as 203.0.113.0/24, one a line or with commas. Empty: from anywhere."
            problems=${fields.allowed_ips}
            value=${draft.addresses}
            onValue=${(/** @type {string} */ addresses) => put({ addresses })}
            attributes=${{ rows: 3, spellcheck: false }}
          />
        </div>`
    }
    <${ValidityPicker} draft=${draft} put=${put} problems=${ofValidity.length > 0 ? ofValidity : undefined} />
    <${FormProblem} text=${rest} />
    ${
      Object.keys(fields).length > 0 &&
      html`<p class="problem" role="alert">No token was made. See what is marked above.</p>`
    }
    <div class="actions">
      <button class="primary" disabled=${busy}>Create API Token</button>
    </div>
  </form>`
}

/**
 * @typedef {{ draft: import('./draft.js').Draft, put: (change: Partial<import('./draft.js').Draft>) => void, problems: readonly string[] | undefined }} Part
 * @param {Part & { api: import('../../client/document.js').ApiDocument }} props
 */
function TypePicker({ api, draft, put, problems }) {
  return html`<${FieldGroup} legend="Type" problems=${problems}>
    ${tokenTypesOf(api)
      .filter(({ type }) => type !== 'live')
      .map(
        ({ type, prefixes, use }) => html`<label class="check">
          <input type="radio" name="type" checked=${draft.type === type} onChange=${() => put({ type })} />
          <span>
            <strong>${type}</strong>${type === RESTRICTED ? '' : ', full access'} <code>${prefixes[0]}…</code>
            <span class="hint"> ${use}</span>
          </span>
        </label>`,
      )}
  </${FieldGroup}>`
}

/** @param {Part} props */
function ValidityPicker({ draft, put, problems }) {
  return html`<${FieldGroup} legend="Validity" problems=${problems}>
    <div class="actions">
      ${VALIDITIES.map(
        ([value, label]) => html`<label class="check">
          <input type="radio" name="validity" checked=${draft.validity === value} onChange=${() => put({ validity: value })} />
          ${label}
        </label>`,
      )}
    </div>
    ${
      draft.validity === 'date' &&
      html`<${Field}
        label="Last day"
        hint="To its end in UTC, on the clock of the account."
        value=${draft.until}
        onValue=${(/** @type {string} */ until) => put({ until })}
        attributes=${{ type: 'date' }}
      />`
    }
  </${FieldGroup}>`
}
