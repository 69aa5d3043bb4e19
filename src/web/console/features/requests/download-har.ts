import type { ControlCall } from '../../client/http.ts'
import type { RequestFilter } from '../../client/request-query.ts'
import { saveFile } from '../../client/save-file.ts'
import type { LoggedRequest } from '../../client/snippets/request.ts'
import { requestsHarOf } from './har.ts'
import { MOST_ROWS } from './request-rows.ts'

/** The largest page of the control API. */
const PAGE = 1000

/** All requests that match, with their bodies. */
export async function readMatching(
  control: ControlCall,
  filter: RequestFilter,
): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = []
  for (let offset = 0; offset < MOST_ROWS; offset += PAGE) {
    const query = { ...filter, unauthenticated: true, limit: PAGE, offset }
    const { data, meta } = await control('GET', '/requests', { query })
    found.push(...data)
    if (!meta.pagination?.has_more) break
  }
  return found
}

/** Saves requests as a file `requests.har`. */
export function downloadHar(requests: readonly LoggedRequest[], version: string): void {
  const base = new URL('.', document.baseURI).href
  saveFile('requests.har', requestsHarOf(requests, { base, version }))
}
