import { messageOf } from '../../client/problems.js'
import { html } from '../../html.js'

/**
 * Whether new requests are told as they come.
 *
 * @param {{ state: ReturnType<typeof import('../../hooks/stream.js').useStream>, isPaused: boolean }} props
 */
export function Connection({ state, isPaused }) {
  const [kind, text] = wordsOf(state, isPaused)
  return html`<span class=${`connection connection-${kind}`} role="status">${text}</span>`
}

/** @param {Parameters<typeof Connection>[0]['state']} state @param {boolean} isPaused */
function wordsOf(state, isPaused) {
  if (state instanceof Error) return ['failed', 'Not connected']
  if (state === 'waiting') return ['waiting', 'Waiting to connect…']
  if (state === 'hidden') return ['waiting', 'Asleep in the background']
  return isPaused ? ['waiting', 'Paused'] : ['open', 'Live']
}

/**
 * Why nothing new comes any more, and what to do about it.
 *
 * @param {{ error: Error, onRetry: () => void }} props
 */
export function Disconnected({ error, onRetry }) {
  return html`<div class="failure" role="alert">
    <strong>New requests are not shown any more</strong>
    <p>${messageOf(error)}</p>
    <button type="button" onClick=${onRetry}>Connect again</button>
  </div>`
}
