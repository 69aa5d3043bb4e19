import { useState } from 'preact/hooks'
import type { components } from '../../../../../spec/generated/sandbox.ts'
import { counted, isolated, shown } from '../../client/format.ts'
import { useOperator } from '../../hooks/operator.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { ScreenHeader } from '../../ui/page.tsx'
import { Empty, Pending } from '../../ui/states.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'
import { CreateAccount } from './account-form.tsx'

type Account = components['schemas']['Account']

const PAGE = 100

/** All accounts of the sandbox, for its operator. */
export default function Accounts() {
  const { session } = useSandbox()
  if (session.role !== 'operator')
    return (
      <>
        <ScreenHeader title="Accounts" />
        <Empty title="Only the operator can see all accounts">
          <p>
            Your key controls the account {session.accounts.map(({ id }) => id).join(', ')} only.
          </p>
        </Empty>
      </>
    )
  return <AccountList />
}

function AccountList() {
  const { account, refresh } = useSandbox()
  const control = useOperator()
  const [page, setPage] = useState(0)
  const [isCreating, setCreating] = useState(false)
  const loaded = useLoaded(
    async (signal) => {
      const query = { limit: PAGE, offset: page * PAGE }
      const { data, meta } = await control('GET', '/accounts', { query, signal })
      return { rows: data, total: meta?.pagination?.total ?? data.length }
    },
    [control, page],
  )
  const remove = async ({ id, name }: Account) => {
    await control('DELETE', '/accounts/{account_id}', { params: { account_id: id } })
    refresh()
    return `Account “${isolated(name)}” deleted.`
  }
  const columns: Column<Account>[] = [
    [
      'Account',
      ({ id, name }) => (
        <span>
          <Name>{name}</Name> {id === account && <Badge tone="accent">open</Badge>}
          <span class="note">
            <code>{id}</code>
          </span>
        </span>
      ),
    ],
    ['Plan', ({ plan }) => plan],
    ['Campaigns', ({ campaigns }) => shown(campaigns), 'number'],
    ['Keys', ({ keys }) => shown(keys), 'number'],
    ['Made by', ({ made_by, fixture }) => (fixture === null ? made_by : `${made_by}, ${fixture}`)],
    ['Created', ({ created_at }) => <Time at={created_at} precision="day" absent="at the start" />],
    ['Last used', ({ last_used_at }) => <Time at={last_used_at} />],
    [
      'Actions',
      (each) => (
        <div class="actions">
          <a
            class="button"
            aria-label={`Open ${each.name}`}
            href={linkTo('overview', undefined, { account: each.id })}
          >
            Open
          </a>
          <DeleteButton what="account" name={each.name} remove={() => remove(each)}>
            <p>
              This also deletes its {counted(each.campaigns, 'campaign')},{' '}
              {counted(each.keys, 'key')} and snapshots. It cannot be undone.
            </p>
          </DeleteButton>
        </div>
      ),
      'row-actions',
    ],
  ]
  const { rows, total = 0 } = loaded.data ?? {}
  return (
    <>
      <ScreenHeader trail="Settings →" title="Accounts">
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          Create an account
        </button>
      </ScreenHeader>
      <Pending of={loaded} title="The accounts could not be loaded">
        Loading accounts…
      </Pending>
      {rows?.length === 0 && (
        <Empty title="No accounts yet">
          <p>Create one from a fixture to call the API.</p>
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <section class="panel" aria-label="List of accounts">
          <Table caption="Accounts" columns={columns} rows={rows} />
          <Pager total={total} size={PAGE} page={page} onPage={setPage} />
        </section>
      )}
      {isCreating && <CreateAccount onClose={() => setCreating(false)} />}
    </>
  )
}
