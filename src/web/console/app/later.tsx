import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { health } from '../client/session.ts'
import type { Route } from '../hooks/route.ts'
import { useSandbox } from '../hooks/sandbox.ts'
import { Failure, Loading } from '../ui/page.tsx'

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
