import { RequestFailed } from '../client/http.js'
import { html } from '../html.js'

/** What went wrong and what to do about it, in the server's own words where it has some. @param {unknown} error */
export function messageOf(error) {
  if (!(error instanceof RequestFailed))
    return error instanceof Error ? error.message : String(error)
  const issues = /** @type {{ in: string, path: string, message: string }[] | undefined} */ (
    error.details?.issues
  )
  if (issues === undefined || issues.length < 2) return error.message
  return issues
    .map(({ path, message }) => `${path.slice(1) || 'The request'} ${message}.`)
    .join(' ')
}

/**
 * In place of what could not be loaded.
 *
 * @param {{ error: unknown, retry?: () => void, title?: string }} props
 */
export function Failure({ error, retry, title = 'This could not be loaded' }) {
  return html`<div class="failure" role="alert">
    <strong>${title}</strong>
    <p>${messageOf(error)}</p>
    ${retry && html`<button type="button" onClick=${retry}>Try again</button>`}
  </div>`
}
