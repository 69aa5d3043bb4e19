import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { counted } from '../../parts/numbers.js'

/**
 * What to do about keys that are in use for too long (§5.6).
 *
 * @param {{ due: import('../settings/terms.js').Key[], title?: string }} props
 */
export function Rotation({
  due,
  title = `${counted(due.length, 'key is', 'keys are')} due for rotation`,
}) {
  if (due.length === 0) return null
  const [first] = due
  const like = due.length === 1 ? { like: first?.id } : {}
  return html`<section class="panel notice" aria-labelledby="rotation-title">
    <h2 id="rotation-title">${title}</h2>
    <p>Keys should be replaced every 90 days, so that one which leaked unseen does not open the door for ever:</p>
    <ol>
      <li><a href=${linkTo('integrations', undefined, like)}>Create a new token</a> with the terms of the old one.</li>
      <li>Put it in the place of the old one in your applications.</li>
      <li>Verify: the new key is in use, and “last used” of the old one does not move any more.</li>
      <li>Delete the old key.</li>
    </ol>
  </section>`
}
