import { stateInLink } from '../client/shared-state.ts'
import { linkTo, type Route } from '../hooks/route.ts'
import { useLoaded } from '../hooks/sandbox.ts'
import { Panel, ScreenHeader } from '../parts/page.tsx'
import { Empty, Failure, Loading } from '../parts/states.tsx'
import { LoadState } from './snapshots/load-state.tsx'

/** A link with a state of another sandbox: nothing is loaded before the user agrees. */
export default function Open({ route }: { route: Route }) {
  const text = route.query.get('state') ?? ''
  const { data, error } = useLoaded(() => stateInLink(text), [text])
  const leave = (screen: string) => {
    location.hash = linkTo(screen)
  }
  return (
    <>
      <ScreenHeader title="Open a shared state" />
      {text === '' ? (
        <Empty title="This link has no state">
          <p>
            <a href={linkTo('snapshots')}>Snapshots & fixtures</a> makes such links, and loads
            files.
          </p>
        </Empty>
      ) : error !== undefined ? (
        <Failure error={error} title="The link cannot be opened" />
      ) : data === undefined ? (
        <Loading>Unpacking…</Loading>
      ) : (
        <Panel title="State of another sandbox">
          <LoadState
            state={data}
            onLoaded={() => leave('overview')}
            onCancel={() => leave('snapshots')}
          />
        </Panel>
      )}
    </>
  )
}
