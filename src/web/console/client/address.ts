/** `#/requests/req_12?account=acc_demo&status=4xx` */
export interface Route {
  screen: string
  id: string | undefined
  /** Filters and whatever else the address holds, with the account. */
  query: URLSearchParams
}

const ACCOUNT = 'account'

/** @param hash The part of an address from `#` on. */
export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [screen = '', id] = path.split('/').map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
  return { screen, id: id || undefined, query: new URLSearchParams(query) }
}

/** The account that an address names. */
export function accountIn({ query }: Route): string | undefined {
  return query.get(ACCOUNT) || undefined
}

/** The hash of a screen of an account. Empty values of `query` are left out. */
export function hashOf(
  account: string | undefined,
  screen: string,
  id?: string,
  query: Record<string, string | undefined> = {},
): string {
  const path = id === undefined ? screen : `${screen}/${encodeURIComponent(id)}`
  const given = Object.entries({ [ACCOUNT]: account, ...query })
  const search = new URLSearchParams(
    given.flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()
  return `#/${path}${search && `?${search}`}`
}

/** The same address, of an account. */
export function withAccount(hash: string, account: string): string {
  const { screen, id, query } = routeOf(hash)
  return hashOf(account, screen, id, { ...Object.fromEntries(query), account })
}

/** The filter in an address, with an empty text for each name that it lacks. */
export function filterIn<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> {
  const values = names.map((name) => [name, query.get(name) ?? ''])
  return Object.fromEntries(values) as Record<Name, string>
}
