import { useEffect, useId, useState } from 'preact/hooks'
import { isolated } from '../../client/format.ts'
import {
  parseQuery,
  QUERY_FIELDS,
  queryOf,
  type RequestFilter,
} from '../../client/request-query.ts'
import type { Control } from '../../client/session.ts'
import { useDebounced } from '../../hooks/timing.ts'
import { Choice, valueTo } from '../../ui/controls.tsx'
import { Problems } from '../../ui/fields.tsx'
import { FilterBar } from '../../ui/filters.tsx'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']
const STATUSES = [
  ['2xx', '2xx success'],
  ['3xx', '3xx redirect'],
  ['4xx', '4xx client error'],
  ['5xx', '5xx server error'],
  ['none', 'no response'],
]

interface Props {
  search: string
  onSearch: (search: string) => void
  operations: readonly Control['OperationOrigin'][]
  keys: readonly Control['Key'][]
  isOperator: boolean
}

/** The search of the request log. Menus change the fields of the search, so that all of it is in one text. */
export function SearchBar({ search, onSearch, operations, keys, isOperator }: Props) {
  const { filter, problems } = parseQuery(
    search,
    operations.map(({ id }) => id),
  )
  const { status, operation, method, key } = filter
  const bound = (name: Exclude<keyof RequestFilter, undefined>) => ({
    value: filter[name] ?? '',
    onChange: (value: string) => onSearch(queryOf({ ...filter, [name]: value })),
  })
  const known = keys.map(({ id, name, prefix }) => [id, `${isolated(name)} (${prefix}…)`])
  return (
    <FilterBar
      class="request-filter"
      label="Filter the requests"
      values={{ status, operation, method, key }}
      search={<SearchField search={search} onSearch={onSearch} problems={problems} />}
    >
      <Choice label="Status" any="Any status" {...bound('status')} options={STATUSES} />
      <Choice
        label="Operation"
        any="Any operation"
        {...bound('operation')}
        options={operations.map(({ id, method, path }) => [id, `${id} (${method} ${path})`])}
      />
      <Choice label="Method" any="Any method" {...bound('method')} options={METHODS} />
      <Choice
        label="Key"
        any="Any key"
        {...bound('key')}
        options={[...known, ...(isOperator ? [['none', 'Without a valid key']] : [])]}
      />
    </FilterBar>
  )
}

function SearchField({
  search,
  onSearch,
  problems,
}: Pick<Props, 'search' | 'onSearch'> & { problems: readonly string[] }) {
  const id = useId()
  const [typed, setTyped] = useState(search)
  // Links, history and the menus also change the search.
  useEffect(() => setTyped(search), [search])
  const rested = useDebounced(typed)
  useEffect(() => {
    if (rested !== search) onSearch(rested)
  }, [rested])
  return (
    <div class="request-search">
      <input
        type="search"
        aria-label="Search"
        placeholder={'status:4xx op:listCampaigns "brand"'}
        aria-invalid={problems.length > 0 ? 'true' : undefined}
        aria-describedby={problems.length > 0 ? id : undefined}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={valueTo(setTyped)}
      />
      <Problems id={id} problems={problems.length > 0 ? problems : undefined} />
      <details class="request-search-help">
        <summary>Search fields</summary>
        <dl>
          {QUERY_FIELDS.map(({ name, expected }) => (
            <div key={name}>
              <dt>
                <code>{name}:</code>
              </dt>
              <dd>{expected}</dd>
            </div>
          ))}
          <div>
            <dt>
              <code>"text"</code>
            </dt>
            <dd>text in the address, the headers or the bodies</dd>
          </div>
        </dl>
      </details>
    </div>
  )
}
