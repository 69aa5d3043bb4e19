import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Health, health, type Session } from '../client/session.ts'
import { Overview } from '../features/overview/screen.tsx'
import type { Route } from '../hooks/route.ts'
import { useSandbox } from '../hooks/sandbox.ts'
import { Failure, Loading } from '../ui/page.tsx'

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
      screen(
        'campaigns',
        'Campaigns',
        'getting-started',
        () => import('../features/campaigns/screen.tsx'),
      ),
      screen('rankings', 'Rankings', 'api', () => import('../features/rankings/screen.tsx')),
      screen('mentions', 'Mentions', 'api', () => import('../features/mentions/screen.tsx')),
      screen('reports', 'Reports', 'reports', () => import('../features/reports/screen.tsx')),
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
          () => import('../features/requests/screen.tsx'),
        ),
        isSplit: true,
      },
      {
        ...screen('proxy', 'Proxy', 'proxy', () => import('../features/proxy/screen.tsx')),
        isOfProxy: true,
      },
      screen('webhooks', 'Webhooks', 'webhooks', () => import('../features/webhooks/screen.tsx')),
      screen(
        'events',
        'Events',
        'webhooks#events-on-demand',
        () => import('../features/events/screen.tsx'),
      ),
      screen('alerts', 'Alerts', 'webhooks#alerts', () => import('../features/alerts/screen.tsx')),
    ],
  },
  {
    title: 'Sandbox',
    screens: [
      {
        ...screen(
          'faults',
          'Faults',
          'control-plane#faults',
          () => import('../features/faults/screen.tsx'),
        ),
        isSplit: true,
      },
      {
        ...screen(
          'timeline',
          'What happened',
          'control-plane#what-happened',
          () => import('../features/timeline/screen.tsx'),
        ),
        isSplit: true,
      },
      screen(
        'explorer',
        'Explorer',
        'api#stated-and-assumed',
        () => import('../features/explorer/screen.tsx'),
      ),
    ],
  },
  {
    title: 'Settings',
    screens: [
      screen(
        'accounts',
        'Accounts',
        'control-plane#accounts',
        () => import('../features/accounts/screen.tsx'),
      ),
      screen(
        'integrations',
        'Integrations',
        'control-plane#keys',
        () => import('../features/integrations/screen.tsx'),
      ),
      screen('keys', 'API Keys', 'control-plane#keys', () => import('../features/keys/screen.tsx')),
      screen(
        'snapshots',
        'Snapshots & fixtures',
        'control-plane#snapshots',
        () => import('../features/snapshots/screen.tsx'),
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

export type View = (props: { route: Route }) => ComponentChildren

/** In place of the browser's message, which has the address of a file. */
const AWAY = new Error(
  'The sandbox does not respond, or has been updated. This page reloads when it answers.',
)

/** A screen that is loaded when it is first shown. */
export function later(load: () => Promise<{ default: View }>): View {
  let Loaded: View | undefined
  return function Later({ route }) {
    const { revision } = useSandbox()
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
    const hasFailed = state === 'failed'
    useEffect(() => {
      if (Loaded !== undefined) return
      let isShown = true
      load().then(
        (module) => {
          Loaded = module.default
          if (isShown) setState('loaded')
        },
        () => isShown && setState('failed'),
      )
      return () => {
        isShown = false
      }
    }, [])
    // A browser does not retry to load a module. Without the sandbox, a reload would lose the page.
    const retry = useCallback(
      () =>
        health().then(
          () => location.reload(),
          () => {},
        ),
      [],
    )
    useEffect(() => {
      if (hasFailed) retry()
    }, [revision])
    if (Loaded !== undefined) return <Loaded route={route} />
    if (hasFailed)
      return <Failure error={AWAY} title="This screen could not be loaded" retry={retry} />
    return <Loading>Loading…</Loading>
  }
}
