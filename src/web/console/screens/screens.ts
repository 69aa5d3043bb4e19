import type { Health, Session } from '../client/session.ts'
import { later, type View } from './later.tsx'
import { Overview } from './overview.tsx'

export interface Screen {
  /** The first part of its address: `#/<path>`. */
  path: string
  title: string
  /** A page of the guide, and a section of it. */
  help: string
  view: View
  /** A record is shown beside the list that it is chosen from, so the list keeps its place and the focus. */
  isSplit?: true
  /** Only the operator of a proxy finds it in the menu. */
  isOfProxy?: true
}

/** The screens in the order of the menu, by group. */
const GROUPS: readonly { title: string; screens: readonly Screen[] }[] = [
  {
    title: 'Data',
    screens: [
      {
        path: 'overview',
        title: 'Overview',
        help: 'getting-started#watch-it-in-the-console',
        view: Overview,
      },
      screen('campaigns', 'Campaigns', 'getting-started', () => import('./campaigns.tsx')),
      screen('rankings', 'Rankings', 'api', () => import('./rankings.tsx')),
      screen('mentions', 'Mentions', 'api', () => import('./mentions.tsx')),
      screen('reports', 'Reports', 'reports', () => import('./reports.tsx')),
    ],
  },
  {
    title: 'Traffic',
    screens: [
      {
        ...screen(
          'requests',
          'Requests',
          'control-plane#request-log',
          () => import('./requests.tsx'),
        ),
        isSplit: true,
      },
      { ...screen('proxy', 'Proxy', 'proxy', () => import('./proxy.tsx')), isOfProxy: true },
      screen('webhooks', 'Webhooks', 'webhooks', () => import('./webhooks.tsx')),
      screen('events', 'Events', 'webhooks#events-on-demand', () => import('./events.tsx')),
      screen('alerts', 'Alerts', 'webhooks#alerts', () => import('./alerts.tsx')),
    ],
  },
  {
    title: 'Sandbox',
    screens: [
      {
        ...screen('faults', 'Faults', 'control-plane#faults', () => import('./faults.tsx')),
        isSplit: true,
      },
      {
        ...screen(
          'timeline',
          'What happened',
          'control-plane#what-happened',
          () => import('./timeline.tsx'),
        ),
        isSplit: true,
      },
      screen('explorer', 'Explorer', 'api#stated-and-assumed', () => import('./explorer.tsx')),
    ],
  },
  {
    title: 'Settings',
    screens: [
      screen('accounts', 'Accounts', 'control-plane#accounts', () => import('./accounts.tsx')),
      screen(
        'integrations',
        'Integrations',
        'control-plane#keys',
        () => import('./integrations.tsx'),
      ),
      screen('keys', 'API Keys', 'control-plane#keys', () => import('./keys.tsx')),
      screen(
        'snapshots',
        'Snapshots & fixtures',
        'control-plane#snapshots',
        () => import('./snapshots.tsx'),
      ),
    ],
  },
]

export const SCREENS: readonly Screen[] = GROUPS.flatMap(({ screens }) => screens)

/** The menu for a user of a sandbox, by group. */
export function menuFor({ role }: Pick<Session, 'role'>, { proxy }: Pick<Health, 'proxy'>) {
  const isShown = ({ isOfProxy }: Screen) => !isOfProxy || (proxy && role === 'operator')
  return GROUPS.map((group) => ({ ...group, screens: group.screens.filter(isShown) }))
}

function screen(
  path: string,
  title: string,
  help: string,
  load: () => Promise<{ default: View }>,
): Screen {
  return { path, title, help, view: later(load) }
}
