import { filterIn, linkTo, type Route, replaceRoute } from './route.ts'

/**
 * The filters of a screen, which are in its address. `choose` changes some and returns to the first page; `bound` connects
 * one with a control.
 */
export function useFilters<Name extends string>(route: Route, names: readonly Name[]) {
  const { page: _, ...others } = filterIn(route.query, [...names, 'page'])
  const filter = others as unknown as Record<Name, string>
  const page = Math.max(0, Number.parseInt(route.query.get('page') ?? '1', 10) - 1 || 0)
  const go = (change: Record<string, string | undefined>) =>
    replaceRoute(linkTo(route.screen, route.id, { ...filter, ...change }))
  const choose = (change: Partial<Record<Name, string>>) => go(change)
  return {
    filter,
    choose,
    bound: (name: Name) => ({
      value: filter[name],
      onChange: (value: string) => choose({ [name]: value } as Partial<Record<Name, string>>),
    }),
    page,
    setPage: (next: number) => go({ page: next === 0 ? undefined : String(next + 1) }),
    /** Without filters. */
    cleared: linkTo(route.screen, route.id),
    isFiltering: names.some((name) => filter[name] !== ''),
  }
}
