import { useEffect, useState } from 'preact/hooks'
import { html } from '../html.js'
import { Failure } from '../parts/failure.js'

/** @typedef {(props: { route: import('../hooks/route.js').Route }) => unknown} View */

/**
 * A screen whose modules are sent when it is first shown, so that the page begins with no more than it needs.
 *
 * @param {() => Promise<View>} load
 * @returns {View}
 */
export function later(load) {
  /** @type {View | undefined} */
  let loaded
  return function Later({ route }) {
    const [state, setState] = useState(/** @type {{ error?: unknown }} */ ({}))
    useEffect(() => {
      if (loaded !== undefined) return
      let isShown = true
      load().then(
        (view) => {
          loaded = view
          if (isShown) setState({})
        },
        (error) => isShown && setState({ error }),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (loaded !== undefined) return html`<${loaded} route=${route} />`
    // A browser does not ask again for a module that it could not get.
    if (state.error !== undefined)
      return html`<${Failure} error=${state.error} title="This screen could not be loaded" retry=${() => location.reload()} />`
    return html`<div class="loading" role="status">Loading…</div>`
  }
}
