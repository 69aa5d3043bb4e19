import { useEffect } from 'preact/hooks'
import { titleOf } from '../client/fault-rules.js'
import { RequestFailed } from '../client/http.js'
import { messageOf } from '../client/problems.js'
import { useFaults } from '../hooks/faults.js'
import { linkTo } from '../hooks/route.js'
import { html } from '../html.js'

/**
 * In place of what could not be loaded.
 *
 * @param {{ error: unknown, retry?: () => void, title?: string }} props
 */
export function Failure({ error, retry, title = 'This could not be loaded' }) {
  const fault = error instanceof RequestFailed ? error.fault : undefined
  const { reload } = useFaults()
  // Whoever made the rule may have done so elsewhere: the banner is to know of it now.
  useEffect(() => {
    if (fault !== undefined) reload()
  }, [fault, reload])
  return html`<div class="failure" role="alert">
    <strong>${title}</strong>
    ${fault !== undefined && html`<${OnPurpose} fault=${fault} />`}
    <p>${messageOf(error)}</p>
    <div class="actions">
      ${fault !== undefined && html`<a class="button" href=${linkTo('faults')}>Show the faults</a>`}
      ${retry && html`<button type="button" onClick=${retry}>Try again</button>`}
    </div>
  </div>`
}

/** @param {{ fault: string }} props Ids of rules. */
function OnPurpose({ fault }) {
  const { faults = [] } = useFaults()
  const ids = fault.split(', ')
  const names = ids.map((id) =>
    titleOf(faults.find((rule) => rule.id === id) ?? { id, name: null }),
  )
  return html`<p>
    ${names.length === 1 ? 'A fault is on' : 'Faults are on'}: <strong>${names.map((name, index) => html`${index > 0 && ', '}<bdi>${name}</bdi>`)}</strong>. This page's own
    requests are hit like those of any client of the account.
  </p>`
}
