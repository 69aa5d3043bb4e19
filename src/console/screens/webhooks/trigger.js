import { useEffect, useRef, useState } from 'preact/hooks'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Failure } from '../../parts/failure.js'
import { Field, FormProblem, focusProblem, NO_PROBLEMS, problemsOf } from '../../parts/field.js'
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
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [busy, setBusy] = useState(false)
  const [happened, setHappened] = useState(
    /** @type {import('./outcome.js').Happened | undefined} */ (undefined),
  )
  const form = useRef(/** @type {HTMLFormElement | null} */ (null))
  useEffect(() => focusProblem(form.current), [problems])

  const type = chosen || kinds[0]?.name || ''
  const trigger = async (/** @type {Event} */ event) => {
    event.preventDefault()
    const read = readData(data)
    if ('problem' in read) return setProblems({ fields: { data: read.problem }, rest: undefined })
    setBusy(true)
    try {
      const body = {
        type,
        ...(campaign && { campaign_id: campaign }),
        ...(read.data && { data: read.data }),
        ...(to.trim() && { to: to.trim() }),
      }
      setHappened((await control('POST', 'events', { body })).data)
      setProblems(NO_PROBLEMS)
      onChange()
    } catch (error) {
      setHappened(undefined)
      setProblems(problemsOf(error, FIELDS))
    }
    setBusy(false)
  }

  return html`<section class="panel" aria-labelledby="trigger-title">
    <h2 id="trigger-title">Trigger an event</h2>
    ${failed !== undefined && html`<${Failure} error=${failed} title="It is not known what events there are" />`}
    <form ref=${form} noValidate onSubmit=${trigger}>
      <div class="webhooks-pair">
        <${Field} label="Kind" as="select" value=${type} onValue=${setChosen} problem=${problems.fields.type}>
          ${kinds.map(({ name }) => html`<option value=${name} selected=${name === type}>${name}</option>`)}
        </${Field}>
        <${Field} label="Campaign" as="select" value=${campaign} onValue=${setCampaign} problem=${problems.fields.campaign_id}>
          <option value="">The newest</option>
          ${campaigns?.map(({ id, name }) => html`<option value=${id} selected=${id === campaign}>${name}</option>`)}
        </${Field}>
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
            problem=${problems.fields.data}
            hint="A JSON object that is laid over what a run would have found. Empty leaves that as it is."
            attributes=${{ rows: 3, placeholder: '{ "position": 1 }', spellcheck: false, autocomplete: 'off' }}
          />
          <${Field}
            label="Address"
            value=${to}
            onValue=${setTo}
            problem=${problems.fields.to}
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
