import { momentOf } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import type { FactList } from '../../ui/page.tsx'
import { Facts } from '../../ui/page.tsx'
import { Name } from '../../ui/values.tsx'
import { durationOf } from './columns.tsx'
import { isForeign, proxiedOf } from './proxied.ts'
import type { LoggedRequest } from './request-rows.ts'

/** The facts that the log has about a request, apart from its messages. */
export function General({
  logged,
  keys,
  operations = [],
}: {
  logged: LoggedRequest
  keys: readonly Control['Key'][]
  operations: readonly Control['OperationOrigin'][] | undefined
}) {
  const { session } = useSandbox()
  const { id, request_id, time, account, key, operation, duration_ms } = logged
  const name = session.accounts.find((each) => each.id === account)?.name
  const known = operations.find((each) => each.id === operation)
  const proxied = proxiedOf(logged.response.headers)
  const absent = isForeign(proxied) ? 'known to the upstream alone' : undefined
  const keyName = keys.find((each) => each.id === key?.id)?.name
  const facts: FactList = [
    ['Time', <time datetime={time}>{momentOf(time)} UTC</time>],
    ['Duration', durationOf(duration_ms)],
    [
      'Operation',
      operation ? (
        <>
          <a href={linkTo('explorer', operation)}>
            <code>{operation}</code>
          </a>{' '}
          {known?.summary && <span class="faint">{known.summary}</span>}
        </>
      ) : (
        'no operation has this method and path'
      ),
    ],
    [
      'Key',
      key ? (
        <>
          <a href={linkTo('keys', key.id)}>
            <Name>{keyName ?? key.id}</Name>
          </a>{' '}
          <code>{key.prefix}…</code>
        </>
      ) : (
        (absent ?? 'no valid key')
      ),
    ],
    [
      'Account',
      account ? (
        <>
          <Name>{name ?? account}</Name>
          {name && name !== account && (
            <>
              {' '}
              <code>{account}</code>
            </>
          )}
        </>
      ) : (
        (absent ?? 'none')
      ),
    ],
    ...(proxied ? [['Source', proxied.source] as FactList[number]] : []),
    ['Request id', <code>{request_id}</code>],
    ['In the log', <code>{id}</code>],
  ]
  return <Facts class="facts facts-many" facts={facts} />
}
