import type { UpdateScope } from './store.ts'

/** All that the changes of a group need; undefined if one of them needs all of the account. */
export function sharedScope(wanted: readonly (UpdateScope | undefined)[]): UpdateScope | undefined {
  const scopes = wanted.filter((scope) => scope !== undefined)
  if (scopes.length < wanted.length) return undefined
  const [only] = scopes
  if (scopes.length === 1) return only
  return {
    deleted: scopes.some(({ deleted }) => deleted),
    campaigns: (head) => [
      ...new Set(
        scopes.flatMap(({ campaigns }) =>
          typeof campaigns === 'function' ? campaigns(head) : campaigns,
        ),
      ),
    ],
  }
}
