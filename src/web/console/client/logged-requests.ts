import type { ControlCall } from './http.ts'
import type { Control, Session } from './session.ts'

/** Logged requests by their ids. The operator may follow a link to a request of another account, or of none. */
export function readLogged(
  { control, session }: { control: ControlCall; session: Session },
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Control['LoggedRequest'][]> {
  const query = session.role === 'operator' ? { account: '' } : {}
  const read = async (id: string) =>
    (await control('GET', '/requests/{id}', { params: { id }, query, ...(signal && { signal }) }))
      .data
  return Promise.all(ids.map(read))
}
