import { useState } from 'preact/hooks'
import {
  type ApiDocument,
  apiDocument,
  baseUrlOf,
  type TokenType,
  tokenTypesOf,
} from '../../client/document.ts'
import type { Control } from '../../client/session.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { useTurn } from '../../hooks/timing.ts'
import { Command, CopyButton, curlCommand } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel, Pending, ScreenHeader } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { draftLike, EMPTY, TokenForm } from './token-form.tsx'

export type NewKey = Control['NewKey']

/** Settings, Integrations, API (§5.2); `?like=<key id>` starts with the settings of another key. */
export default function Integrations({ route }: { route: Route }) {
  const { control } = useSandbox()
  const like = route.query.get('like') ?? undefined
  const loaded = useLoaded(
    async (signal) => {
      const [api, initial] = await Promise.all([
        apiDocument(),
        like === undefined
          ? EMPTY
          : control('GET', '/keys/{key_id}', { params: { key_id: like }, signal }).then(
              ({ data }) => draftLike(data),
            ),
      ])
      return { api, initial, baseUrl: baseUrlOf(api) }
    },
    [control, like],
  )
  const { data } = loaded
  const [created, setCreated] = useState<NewKey>()
  const [turn, next] = useTurn()
  const close = () => {
    setCreated(undefined)
    // The next token starts with an empty form.
    next()
  }

  return (
    <>
      <ScreenHeader trail="Settings →" title="Integrations">
        <a class="button" href={linkTo('keys')}>
          API Keys
        </a>
      </ScreenHeader>
      <Pending of={loaded}>Loading…</Pending>
      {data && (
        <>
          <HowToCall api={data.api} baseUrl={data.baseUrl} />
          <Panel title="Create API Token">
            {like !== undefined && (
              <p class="hint">
                With the settings of <bdi>{data.initial.name}</bdi>, to replace it.
              </p>
            )}
            <TokenForm
              key={`${turn} ${like}`}
              api={data.api}
              initial={data.initial}
              onCreated={setCreated}
            />
          </Panel>
        </>
      )}
      {created && data && <NewToken created={created} baseUrl={data.baseUrl} onClose={close} />}
    </>
  )
}

function HowToCall({ api, baseUrl }: { api: ApiDocument; baseUrl: string }) {
  const header = 'Authorization: Bearer <API_TOKEN>'
  const columns: Column<TokenType>[] = [
    ['Type', ({ type }) => type],
    [
      'Begins with',
      ({ prefixes }) => (
        <span>
          {prefixes.map((each, index) => (
            <>
              {index > 0 && ', '}
              <code>{each}</code>
            </>
          ))}
        </span>
      ),
    ],
    [
      'For',
      ({ type, use }) =>
        `${use}${type === 'live' ? '; this sandbox does not create them and refuses them' : ''}`,
      'wide',
    ],
  ]
  return (
    <Panel title="API">
      <dl class="facts">
        <dt>Base URL</dt>
        <dd class="row">
          <code>{baseUrl}</code> <CopyButton text={baseUrl} label="Copy base URL" />
        </dd>
        <dt>Every request</dt>
        <dd class="row">
          <code>{header}</code> <CopyButton text={header} label="Copy header" />
        </dd>
      </dl>
      <Table
        caption="Types of tokens"
        columns={columns}
        rows={tokenTypesOf(api)}
        keyOf={({ type }: { type: string }) => type}
      />
    </Panel>
  )
}

/** Shows a token once (§3.1); `onClose` forgets it. */
function NewToken({
  created,
  baseUrl,
  onClose,
}: {
  created: NewKey
  baseUrl: string
  onClose: () => void
}) {
  const { name, token } = created
  const command = curlCommand(`'${baseUrl}/auth/verify'`, { token })
  return (
    <Dialog title="Copy your API token now" onClose={onClose} wide>
      <p>
        This is the token of “<bdi>{name}</bdi>”. <strong>It is shown only once</strong>: when you
        close this window, it cannot be looked up again.
      </p>
      <div class="shown-token">
        <output class="token" aria-label="API token">
          {token}
        </output>
        <CopyButton text={token} label="Copy token" class="primary" autofocus />
      </div>
      <p>Try it:</p>
      <Command text={command} label="Copy command" />
      <p class="faint">
        It works only for this sandbox, not for the real service. Still treat it as a secret: keep
        it out of public repositories and of code for browsers.
      </p>
      <div class="actions">
        <button type="button" onClick={onClose}>
          I have copied it
        </button>
        <a class="button" href={linkTo('keys')}>
          Go to API Keys
        </a>
      </div>
    </Dialog>
  )
}
