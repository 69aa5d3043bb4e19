import type { Route } from '../../hooks/route.ts'
import { CampaignList } from './campaign-list.tsx'
import { CampaignPage } from './campaign-page.tsx'

/** `#/campaigns` for all of the account, `#/campaigns/<id>` for one. */
export default function Campaigns({ route }: { route: Route }) {
  return route.id === undefined ? (
    <CampaignList route={route} />
  ) : (
    <CampaignPage key={route.id} id={route.id} route={route} />
  )
}
