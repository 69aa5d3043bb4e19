import { later } from './later.js'
import { Overview } from './overview.js'

/**
 * Where one can go, in the order of the menu. Those of one `group` stand together under its name. What `readsApi` needs a key
 * as soon as it is shown.
 *
 * @type {{ path: string, title: string, group?: string, readsApi?: true, view: import('./later.js').View }[]}
 */
export const SCREENS = [
  { path: 'overview', title: 'Overview', readsApi: true, view: Overview },
  {
    path: 'requests',
    title: 'Requests',
    view: later(async () => (await import('./requests.js')).Requests),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    view: later(async () => (await import('./webhooks.js')).Webhooks),
  },
  {
    path: 'faults',
    title: 'Faults',
    view: later(async () => (await import('./faults.js')).Faults),
  },
  {
    path: 'specification',
    title: 'Spec',
    view: later(async () => (await import('./specification.js')).Specification),
  },
  {
    path: 'integrations',
    title: 'Integrations',
    group: 'Settings',
    view: later(async () => (await import('./integrations.js')).Integrations),
  },
  {
    path: 'keys',
    title: 'API Keys',
    group: 'Settings',
    view: later(async () => (await import('./keys.js')).Keys),
  },
]
