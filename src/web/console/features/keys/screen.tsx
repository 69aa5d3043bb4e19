import { useState } from 'preact/hooks'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useRead } from '../../hooks/sandbox.ts'
import { Check } from '../../ui/controls.tsx'
import { Empty, Pending, ScreenHeader } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Name, Time } from '../../ui/values.tsx'
import { KeyPage } from './key-page.tsx'
import { RotateKey } from './rotate-key.tsx'
import {
  Addresses,
  DeleteKey,
  type Key,
  Marks,
  Permissions,
  RateLimit,
  Rotation,
  Status,
  useCalls,
} from './terms.tsx'

/** The most permissions and addresses in a row; the page of the key shows all. */
const MOST = 3

/** Settings, API Keys (§5.5): `#/keys` for all of the account, `#/keys/<id>` for one. */
export default function Keys({ route: { id } }: { route: Route }) {
  return id === undefined ? <KeyList /> : <KeyPage key={id} id={id} />
}

function KeyList() {
  const [withDeleted, setWithDeleted] = useState(false)
  const query = { include_deleted: withDeleted }
  const keys = useRead(
    (control, signal) => control('GET', '/keys', { query, signal }),
    [withDeleted],
  )
  const { data, reload } = keys
  useCalls(reload)

  return (
    <>
      <ScreenHeader trail="Settings →" title="API Keys">
        <a class="button primary" href={linkTo('integrations')}>
          Create API Token
        </a>
      </ScreenHeader>
      <Pending of={keys} title="The keys could not be loaded">
        Loading keys…
      </Pending>
      {data && (
        <>
          <Rotation keys={data} />
          <section class="panel keys-panel" aria-label="Keys">
            <Check checked={withDeleted} onChange={setWithDeleted}>
              Show deleted keys
            </Check>
            {data.length === 0 ? (
              <Empty title="No keys yet">
                <p>
                  Nothing can call the API of this account without a key.{' '}
                  <a href={linkTo('integrations')}>Create an API token</a>.
                </p>
              </Empty>
            ) : (
              <KeyTable keys={data} onChange={reload} />
            )}
          </section>
        </>
      )}
    </>
  )
}

function KeyTable({ keys, onChange }: { keys: Key[]; onChange: () => void }) {
  const limitsOf = ({ rate_limit, allowed_ips }: Key) => (
    <span>
      <RateLimit limit={rate_limit} />
      {', '}
      <Addresses addresses={allowed_ips} most={MOST} />
    </span>
  )
  const columns: Column<Key>[] = [
    [
      'Name',
      (key) => (
        <span>
          <a href={linkTo('keys', key.id)}>
            <Name>{key.name}</Name>
          </a>
          <Marks apiKey={key} />
        </span>
      ),
    ],
    [
      'Prefix',
      (key) => (
        <span>
          <code>{key.prefix}</code>
          <span class="note">{key.type}</span>
        </span>
      ),
    ],
    ['Permissions', (key) => <Permissions permissions={key.permissions} most={MOST} />, 'wide'],
    ['Limits', limitsOf, 'wide'],
    ['Created', (key) => <Time at={key.created_at} precision="day" />],
    ['Last used', (key) => <Time at={key.last_used_at} />],
    ['Expires', (key) => <Time at={key.expires_at} precision="day" />],
    ['Status', (key) => <Status apiKey={key} />],
    [
      'Actions',
      (key) =>
        key.status !== 'deleted' && (
          <div class="actions">
            <RotateKey apiKey={key} onDone={onChange} />
            <DeleteKey apiKey={key} onDone={onChange} />
          </div>
        ),
      'row-actions',
    ],
  ]
  return (
    <Table
      class="keys"
      caption="Keys of the account, the oldest first"
      columns={columns}
      rows={keys}
    />
  )
}
