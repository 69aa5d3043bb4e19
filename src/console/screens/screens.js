import { Faults } from './faults.js'
import { Overview } from './overview.js'
import { Requests } from './requests.js'
import { Specification } from './specification.js'

/**
 * Where one can go, in the order of the menu.
 *
 * @type {{ path: string, title: string, view: (props: { route: import('../hooks/route.js').Route }) => unknown }[]}
 */
export const SCREENS = [
  { path: 'overview', title: 'Overview', view: Overview },
  { path: 'requests', title: 'Requests', view: Requests },
  { path: 'faults', title: 'Faults', view: Faults },
  { path: 'specification', title: 'Spec', view: Specification },
]
