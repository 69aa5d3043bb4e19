import { Overview } from './overview.js'
import { Requests } from './requests.js'
import { Webhooks } from './webhooks.js'

/**
 * Where one can go, in the order of the menu.
 *
 * @type {{ path: string, title: string, view: (props: { route: import('../hooks/route.js').Route }) => unknown }[]}
 */
export const SCREENS = [
  { path: 'overview', title: 'Overview', view: Overview },
  { path: 'requests', title: 'Requests', view: Requests },
  { path: 'webhooks', title: 'Webhooks', view: Webhooks },
]
