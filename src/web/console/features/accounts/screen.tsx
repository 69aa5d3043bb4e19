import { useState } from 'preact/hooks'
import { controlDocument } from '../../client/control-document.ts'
import { counted, isolated, shown } from '../../client/format.ts'
import type { FormSettings } from '../../client/schema-form.ts'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useOperator, useSandbox } from '../../hooks/sandbox.ts'
import { DeleteButton } from '../../ui/buttons.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Empty, ScreenHeader } from '../../ui/page.tsx'
import { ResourceScreen } from '../../ui/resource.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import { Badge, Name, Time } from '../../ui/values.tsx'

type Account = Control['Account']

const PAGE = 100

/** All accounts of the sandbox, for its operator. */
export default function Accounts() {
  const { session } = useSandbox()
  if (session.role === 'operator') return <AccountList />
  return (
    <>
      <ScreenHeader title="Accounts" />
      <Empty title="Only the operator can see all accounts">
        <p>Your key controls the account {session.accounts.map(({ id }) => id).join(', ')} only.</p>
      </Empty>
    </>
  )
}

function AccountList() {
  const { account, refresh } = useSandbox()
  const control = useOperator()
  const [page, setPage] = useState(0)
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
  const { rows = [], total = 0 } = loaded.data ?? {}
  return (
    <ResourceScreen
      what="account"
      trail="Settings →"
      of={loaded}
      count={loaded.data?.rows.length}
      form={(close) => <CreateAccount onClose={close} />}
      none="Create one from a fixture to call the API."
    >
      <Table caption="Accounts" columns={columns} rows={rows} />
      <Pager total={total} size={PAGE} page={page} onPage={setPage} />
    </ResourceScreen>
  )
}

/** A name or a whole fixture: a text in a form. */
type Input = Omit<Control['AccountInput'], 'fixture'> & { fixture?: string }

const SETTINGS: FormSettings<Input> = {
  name: 'Name',
  plan: { label: 'Plan', suggestions: ['Starter', 'Professional', 'Enterprise'] },
  fixture: {
    label: 'Fixture',
    hint: 'The initial data. Default: the fixture of the sandbox.',
    suggestions: ['demo', 'empty', 'starter'],
  },
  fixture_account: 'Account in the fixture',
  id: 'Id',
  seed: 'Seed',
}

/** Creates an account, then shows the token of its key once. */
function CreateAccount({ onClose }: { onClose: () => void }) {
  const { refresh } = useSandbox()
  const control = useOperator()
  const [made, setMade] = useState<Control['NewAccount']>()
  if (made === undefined)
    return (
      <FormDialog
        title="Create an account"
        of={[controlDocument, 'post', '/accounts']}
        settings={SETTINGS}
        submit="Create account"
        send={async (body) => {
          setMade((await control('POST', '/accounts', { body })).data)
          refresh()
        }}
        onClose={onClose}
        more={['fixture_account', 'id', 'seed']}
      />
    )
  return (
    <Dialog title="Account created" onClose={onClose}>
      <p>
        This token has full access to “<bdi>{made.name}</bdi>”.{' '}
        <strong>It is shown only once</strong>: copy it now.
      </p>
      <output class="token" aria-label="API token">
        {made.key.token}
      </output>
      <div class="actions">
        <CopyButton text={made.key.token} label="Copy token" class="primary" />
        <a class="button" href={linkTo('overview', undefined, { account: made.id })}>
          Open the account
        </a>
        <button type="button" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  )
}
