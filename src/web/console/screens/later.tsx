import { useEffect, useState } from 'preact/hooks'
import { Failure, Loading } from '../parts/page.tsx'
import type { View } from './screens.ts'

/** A screen that is loaded when it is first shown. */
export function later(load: () => Promise<{ default: View }>): View {
  let Loaded: View | undefined
  return function Later({ route }) {
    const [state, setState] = useState<{ error?: unknown }>({})
    useEffect(() => {
      if (Loaded !== undefined) return
      let isShown = true
      load().then(
        (module) => {
          Loaded = module.default
          if (isShown) setState({})
        },
        (error) => isShown && setState({ error }),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (Loaded !== undefined) return <Loaded route={route} />
    // A browser does not retry to load a module.
    if (state.error !== undefined)
      return (
        <Failure
          error={state.error}
          title="This screen could not be loaded"
          retry={() => location.reload()}
        />
      )
    return <Loading>Loading…</Loading>
  }
}
