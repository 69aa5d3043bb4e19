import type { Route } from '../../hooks/route.ts'
import { AlertList } from './alert-list.tsx'
import { AlertPage } from './alert-page.tsx'

/** `#/alerts` for all of the account, `#/alerts/<id>` for one. */
export default function Alerts({ route }: { route: Route }) {
  return route.id === undefined ? <AlertList /> : <AlertPage key={route.id} id={route.id} />
}
