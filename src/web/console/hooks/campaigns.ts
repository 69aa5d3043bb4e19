import { type RowOf, readAll } from '../client/service-lists.ts'
import { type Loaded, useLoaded, useSandbox } from './sandbox.ts'

/** The campaigns of the account to choose from, the newest first. */
export function useCampaigns(): Loaded<RowOf<'/campaigns'>[]> {
  const { api } = useSandbox()
  return useLoaded(async (signal) => (await readAll(api, '/campaigns', { signal })).rows, [api])
}
