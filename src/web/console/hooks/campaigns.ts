import { type RowOf, readAll } from '../client/service-lists.ts'
import { type Loaded, useLoaded } from './sandbox.ts'
import { useService } from './service.ts'

/** The campaigns of the account to choose from, the newest first. */
export function useCampaigns(): Loaded<RowOf<'/campaigns'>[]> {
  const api = useService()
  return useLoaded(async (signal) => (await readAll(api, '/campaigns', { signal })).rows, [api])
}
