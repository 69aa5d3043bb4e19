import { Faults } from './faults.js'
import { Integrations } from './integrations.js'
import { Keys } from './keys.js'
import { Overview } from './overview.js'
import { Requests } from './requests.js'
import { Specification } from './specification.js'
import { Webhooks } from './webhooks.js'

/**
 * Where one can go, in the order of the menu. Those of one `group` stand together under its name.
 *
 * @type {{ path: string, title: string, group?: string, view: (props: { route: import('../hooks/route.js').Route }) => unknown }[]}
 */
export const SCREENS = [
  { path: 'overview', title: 'Overview', view: Overview },
  { path: 'requests', title: 'Requests', view: Requests },
  { path: 'webhooks', title: 'Webhooks', view: Webhooks },
  { path: 'faults', title: 'Faults', view: Faults },
  { path: 'specification', title: 'Spec', view: Specification },
  { path: 'integrations', title: 'Integrations', group: 'Settings', view: Integrations },
  { path: 'keys', title: 'API Keys', group: 'Settings', view: Keys },
]
