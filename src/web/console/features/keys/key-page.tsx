import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import type { FactList } from '../../ui/page.tsx'
import { Facts, ScreenHeader } from '../../ui/page.tsx'
import { Pending } from '../../ui/states.tsx'
import { Name, Time } from '../../ui/values.tsx'
import { RotateKey } from './rotate-key.tsx'
import type { Key } from './terms.tsx'
import { Addresses, DeleteKey, Marks, Permissions, RateLimit, Rotation, Status } from './terms.tsx'
import { Usage, useCalls } from './usage.tsx'

export function KeyPage({ id }: { id: string }) {
  const { control } = useSandbox()
  const loaded = useLoaded(
    async (signal) => {
      const params = { key_id: id }
      const [key, usage, clock] = await Promise.all([
        control('GET', '/keys/{key_id}', { params, signal }),
        control('GET', '/keys/{key_id}/usage', { params, signal }),
        control('GET', '/clock', { signal }),
      ])
      return { key: key.data, usage: usage.data, now: clock.data.now }
    },
    [control, id],
  )
  useCalls(loaded.reload, id)
  const trail = (
    <>
      Settings → <a href={linkTo('keys')}>API Keys</a> →
    </>
  )

  if (loaded.data === undefined) {
    return (
      <>
        <ScreenHeader trail={trail} title="Key" />
        <Pending of={loaded} title="The key could not be loaded">
          Loading the key…
        </Pending>
      </>
    )
  }
  const { key, usage, now } = loaded.data
  return (
    <>
      <ScreenHeader
        trail={trail}
        title={
          <>
            <Name>{key.name}</Name> <Marks apiKey={key} />
          </>
        }
      >
        <div class="actions">
          <a class="button" href={linkTo('integrations', undefined, { like: id })}>
            Create one like it
          </a>
          <RotateKey apiKey={key} onDone={loaded.reload} />
          {key.status !== 'deleted' && <DeleteKey apiKey={key} onDone={loaded.reload} />}
        </div>
      </ScreenHeader>
      <Pending of={loaded} title="The key could not be loaded again" />
      <Rotation keys={[key]} title="This key is due for rotation" />
      <section class="panel" aria-label="The key">
        <Facts class="facts facts-many" facts={factsOf(key)} />
      </section>
      <Usage usage={usage} now={now} />
    </>
  )
}

function factsOf(key: Key): FactList {
  return [
    ['Status', <Status apiKey={key} />],
    ['Prefix', <code>{key.prefix}</code>],
    ['Type', key.type],
    ['Id', <code>{key.id}</code>],
    ['Permissions', <Permissions permissions={key.permissions} />],
    ['Rate limit', <RateLimit limit={key.rate_limit} />],
    ['Allowed addresses', <Addresses addresses={key.allowed_ips} />],
    ['Created', <Time at={key.created_at} />],
    ['Last used', <Time at={key.last_used_at} />],
    key.revoked_at === null
      ? ['Expires', <Time at={key.expires_at} />]
      : ['Deleted', <Time at={key.revoked_at} />],
  ]
}
