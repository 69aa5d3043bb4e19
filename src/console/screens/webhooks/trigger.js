import { useState } from 'preact/hooks'
import { useForm } from '../../hooks/form.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Failure } from '../../parts/failure.js'
import { Field, FormProblem } from '../../parts/field.js'
import { readData } from './event-data.js'
import { Outcome } from './outcome.js'

const FIELDS = ['type', 'campaign_id', 'data', 'to']

/**
 * Lets an event happen now, and tells where it went.
 *
 * @param {import('./webhooks-page.js').Shared & { failed: unknown }} props `failed`: why it is not known what to choose from.
 */
export function Trigger({ kinds, campaigns, webhooks, receiver, turn, failed, onChange }) {
  const { control } = useSandbox()
  const [chosen, setChosen] = useState('')
  const [campaign, setCampaign] = useState('')
  const [data, setData] = useState('')
  const [to, setTo] = useState('')
  const [happened, setHappened] = useState(
    /** @type {import('./outcome.js').Happened | undefined} */ (undefined),
  )

  const type = chosen || kinds[0]?.name || ''
  const { attributes, problems, busy } = useForm(FIELDS, async () => {
    const read = readData(data)
    if ('problem' in read) return { fields: { data: [read.problem] }, rest: undefined }
    const body = {
      type,
      ...(campaign && { campaign_id: campaign }),
      ...(read.data && { data: read.data }),
      ...(to.trim() && { to: to.trim() }),
    }
    try {
      setHappened((await control('POST', 'events', { body })).data)
    } catch (error) {
      setHappened(undefined)
      throw error
    }
    onChange()
  })

  return html`<section class="panel" aria-labelledby="trigger-title">
    <h2 id="trigger-title">Trigger an event</h2>
    ${failed !== undefined && html`<${Failure} error=${failed} title="It is not known what events there are" />`}
    <form ...${attributes}>
      <div class="field-row">
        <${Field}
          label="Kind"
          value=${type}
          onValue=${setChosen}
          problems=${problems.fields.type}
          options=${kinds.map(({ name }) => [name, name])}
        />
        <${Field}
          label="Campaign"
          value=${campaign}
          onValue=${setCampaign}
          problems=${problems.fields.campaign_id}
          options=${[['', 'The newest'], ...(campaigns ?? []).map(({ id, name }) => [id, name])]}
        />
      </div>
      ${
        campaigns?.length === 0 &&
        html`<p class="hint">Events are about a campaign, and this account has none. <a href="#/">Create one first</a>.</p>`
      }
      <details open=${Boolean(problems.fields.data || problems.fields.to)}>
        <summary>Data and address of your own</summary>
        <div class="webhooks-more">
          <${Field}
            label="Data"
            as="textarea"
            value=${data}
            onValue=${setData}
            problems=${problems.fields.data}
            hint="A JSON object that is laid over what a run would have found. Empty leaves that as it is."
            attributes=${{ rows: 3, placeholder: '{ "position": 1 }', spellcheck: false, autocomplete: 'off' }}
          />
          <${Field}
            label="Address"
            value=${to}
            onValue=${setTo}
            problems=${problems.fields.to}
            hint="Sends it there alone, once, instead of to the webhooks."
            attributes=${{ type: 'url', placeholder: 'http://localhost:3000/hook', autocomplete: 'off', spellcheck: false }}
          />
        </div>
      </details>
      <${FormProblem} text=${problems.rest} />
      <div class="actions"><button class="primary" disabled=${busy || type === ''}>${busy ? 'Sending…' : 'Trigger the event'}</button></div>
    </form>
    <div role="status" aria-label="Where the event went">
      ${happened && html`<${Outcome} key=${happened.event.id} happened=${happened} webhooks=${webhooks} receiver=${receiver} turn=${turn} />`}
    </div>
  </section>`
}
