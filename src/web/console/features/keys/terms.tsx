import { counted, isolated, shown } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import { useStream } from '../../hooks/stream.ts'
import { useGathered } from '../../hooks/timing.ts'
import { DeleteButton } from '../../ui/buttons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Badge, Time } from '../../ui/values.tsx'

export type Key = Control['Key']

/** The permission that means all of them (§2). */
export const ALL = '*'

/** @param props Without `most` all of them are listed. */
export function Permissions({ permissions, most }: { permissions: string[]; most?: number }) {
  if (permissions.includes(ALL))
    return (
      <span>
        all (<code>{ALL}</code>)
      </span>
    )
  return <Values values={permissions} most={most} />
}

export function Addresses({ addresses, most }: { addresses: string[]; most?: number }) {
  if (addresses.length === 0) return <span class="faint">any address</span>
  return <Values values={addresses} most={most} />
}

function Values({ values, most = values.length }: { values: string[]; most?: number }) {
  const left = values.slice(most)
  return (
    <span class="row">
      {values.slice(0, most).map((value) => (
        <code>{value}</code>
      ))}
      {left.length > 0 && (
        <span class="faint" title={left.join(', ')}>
          and {shown(left.length)} more
        </span>
      )}
    </span>
  )
}

/** @param props Requests an hour. */
export function RateLimit({ limit }: { limit: number | null }) {
  return limit === null ? (
    <span class="faint">the plan’s limit</span>
  ) : (
    <span>{shown(limit)} per hour</span>
  )
}

/** The type of keys for the real service (§5.3). */
const LIVE = 'live'
const TONES = { active: 'good', expired: 'bad', deleted: 'plain' } as const

export function Status({ apiKey: { type, status } }: { apiKey: Key }) {
  if (type === LIVE && status === 'active') {
    return (
      <Badge tone="plain" title="Live keys are only for the real service">
        refused here
      </Badge>
    )
  }
  return <Badge tone={TONES[status]}>{status}</Badge>
}

/** Marks next to the name of a key. */
export function Marks({ apiKey }: { apiKey: Key }) {
  return isDue(apiKey) ? <Badge tone="accent">rotation due</Badge> : null
}

/** Whether to replace a key. Live keys do not work here, so they are not rotated here. */
const isDue = ({ type, rotation_due }: Key) => rotation_due && type !== LIVE

/** Whether a key can be replaced here. */
export const canRotate = ({ type, status }: Key) => type !== LIVE && status !== 'deleted'

/** How to rotate the keys that are due (§5.6). */
export function Rotation({ keys, title }: { keys: Key[]; title?: string }) {
  const due = keys.filter(isDue)
  if (due.length === 0) return null
  return (
    <Panel
      class="notice"
      title={title ?? `${counted(due.length, 'key is', 'keys are')} due for rotation`}
    >
      <p>Replace keys every 90 days, in case one has leaked. Rotate leads you through it:</p>
      <ol>
        <li>It creates a new key with the settings of the old one.</li>
        <li>Use the new key in your applications.</li>
        <li>Check that “last use” of the old key stops changing.</li>
        <li>Delete the old key.</li>
      </ol>
    </Panel>
  )
}

/** Deletes a key after asking. */
export function DeleteKey({ apiKey, onDone }: { apiKey: Key; onDone: () => void }) {
  const { control, session } = useSandbox()
  const { id, name, prefix, last_used_at, permissions } = apiKey
  const mayBeSession = session.role === 'owner' && permissions.includes(ALL)
  const remove = async () => {
    await control('DELETE', '/keys/{key_id}', { params: { key_id: id } })
    onDone()
    return `Key “${isolated(name)}” deleted. Requests with its token fail from now on.`
  }
  return (
    <DeleteButton what="key" name={name} remove={remove}>
      <p>
        This takes effect immediately: every request with its token (<code>{prefix}…</code>) fails
        from then on. You can undo this under “What happened”. Last use: <Time at={last_used_at} />.
      </p>
      {mayBeSession && (
        <p>If you signed in with this key, you need another one to sign in again.</p>
      )}
    </DeleteButton>
  )
}

/** Real milliseconds between two reloads. */
const GATHER_MS = 500

/** Reloads after calls of the API, only those with `key` if it is given. */
export function useCalls(reload: () => void, key?: string) {
  const gather = useGathered(reload, GATHER_MS)
  useStream('/requests/stream', gather, { query: { key } })
}
