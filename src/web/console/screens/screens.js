import { useEffect, useState } from 'preact/hooks'
import { html } from '../html.js'
import { Failure, Loading } from '../parts/page.js'
import { Overview } from './overview.js'

/**
 * The screens in the order of the menu; `help` is a page of the guide. A screen that `readsApi` needs a key as soon as it is shown.
 * @type {{ path: string, help: string, title: string, group?: string, readsApi?: true, view: View }[]}
 */
export const SCREENS = [
  {
    path: 'overview',
    help: 'getting-started#watch-it-in-the-console',
    title: 'Overview',
    readsApi: true,
    view: Overview,
  },
  {
    path: 'requests',
    help: 'control-plane#request-log',
    title: 'Requests',
    view: later(() => import('./requests.js')),
  },
  {
    path: 'webhooks',
    help: 'webhooks',
    title: 'Webhooks',
    view: later(() => import('./webhooks.js')),
  },
  {
    path: 'faults',
    help: 'control-plane#faults',
    title: 'Faults',
    view: later(() => import('./faults.js')),
  },
  {
    path: 'specification',
    help: 'api#stated-and-assumed',
    title: 'Spec',
    view: later(() => import('./specification.js')),
  },
  {
    path: 'integrations',
    help: 'control-plane#keys',
    title: 'Integrations',
    group: 'Settings',
    view: later(() => import('./integrations.js')),
  },
  {
    path: 'keys',
    help: 'control-plane#keys',
    title: 'API Keys',
    group: 'Settings',
    view: later(() => import('./keys.js')),
  },
]

/** @typedef {(props: { route: import('../hooks/route.js').Route }) => unknown} View */

/** A screen that is loaded when it is first shown. @param {() => Promise<{ default: View }>} load @returns {View} */
function later(load) {
  /** @type {View | undefined} */
  let loaded
  return function Later({ route }) {
    const [state, setState] = useState(/** @type {{ error?: unknown }} */ ({}))
    useEffect(() => {
      if (loaded !== undefined) return
      let isShown = true
      load().then(
        (module) => {
          loaded = module.default
          if (isShown) setState({})
        },
        (error) => isShown && setState({ error }),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (loaded !== undefined) return html`<${loaded} route=${route} />`
    // A browser does not retry to load a module.
    if (state.error !== undefined)
      return html`<${Failure} error=${state.error} title="This screen could not be loaded" retry=${() => location.reload()} />`
    return html`<${Loading}>Loading…</${Loading}>`
  }
}
