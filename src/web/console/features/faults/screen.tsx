import { useState } from 'preact/hooks'
import { useFaults } from '../../hooks/faults.tsx'
import { linkTo, type Route } from '../../hooks/route.ts'
import { Failure, Panel, Pending, ScreenHeader } from '../../ui/page.tsx'
import { type Choices, useChoices } from './choices.ts'
import { FailDialog } from './fail-dialog.tsx'
import type { Fault } from './presets.ts'
import { EMPTY, RuleForm } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'
import { Switches } from './switches.tsx'
import { TryIt } from './try-it.tsx'

/** `#/faults`: makes requests of the account fail on purpose; `#/faults/<id>` edits a rule. */
export default function Faults({ route: { id } }: { route: Route }) {
  const loaded = useFaults()
  const { data: faults } = loaded
  const choices = useChoices()
  const draft = useState(EMPTY)
  const [begin, setBegin] = useState<Partial<Fault>>()
  const [dialog, setDialog] = useState<'new' | 'fail'>()
  const close = () => setDialog(undefined)
  const open = (from?: Partial<Fault>) => {
    setBegin(from)
    setDialog('new')
  }
  const copy = (rule: Fault) =>
    open({
      ...rule,
      enabled: true,
      name: rule.name && `${rule.name} (copy)`,
      // The server refuses an end that is past.
      expires_at: rule.state === 'expired' ? null : rule.expires_at,
    })
  const edited = faults?.find((rule) => rule.id === id)
  return (
    <>
      <ScreenHeader
        title="Faults"
        about="Make requests of this account fail or slow down, to see how your client handles it."
      >
        <div class="actions">
          <button type="button" class="primary" onClick={() => setDialog('fail')}>
            Make an operation fail…
          </button>
          <button type="button" onClick={() => open()}>
            New rule
          </button>
        </div>
      </ScreenHeader>
      <Pending of={loaded} title="The rules could not be loaded">
        Loading rules…
      </Pending>
      {choices.error !== undefined && (
        <Failure
          error={choices.error}
          title="Operations and keys to choose from could not be loaded"
        />
      )}
      {faults && id !== undefined && edited === undefined && (
        <div class="notice" role="alert">
          There is no rule {id}. It was deleted or belongs to another account.
        </div>
      )}
      {faults && (
        <div class="stack loose">
          <RuleList faults={faults} choices={choices} onCopy={copy} />
          <Switches faults={faults} choices={choices} />
          <TryIt faults={faults} choices={choices} />
          <Unaffected />
        </div>
      )}
      {dialog === 'new' && (
        <RuleForm state={draft} begin={begin} choices={choices} onClose={close} />
      )}
      {dialog === 'fail' && <FailDialog operations={choices.operations} onClose={close} />}
      {edited && <EditForm key={edited.id} rule={edited} choices={choices} />}
    </>
  )
}

function EditForm({ rule, choices }: { rule: Fault; choices: Choices }) {
  const draft = useState(EMPTY)
  const close = () => {
    location.hash = linkTo('faults')
  }
  return <RuleForm state={draft} choices={choices} editing={rule} onClose={close} />
}

/** Explains why a request may succeed in spite of a rule. */
function Unaffected() {
  return (
    <Panel title="Requests that no rule affects">
      <ul>
        <li>Requests that fail anyway, because of their key, their quota or invalid values.</li>
        <li>
          Requests that ask for an error or a delay with <code>X-Sandbox-Error</code>,{' '}
          <code>X-Sandbox-Delay</code> or <code>Prefer: code=…</code>.
        </li>
        <li>
          Requests of other accounts and requests to <code>/_sandbox</code>, so this screen always
          works.
        </li>
      </ul>
      <p class="faint">
        The header <code>X-Sandbox-Fault</code> and the request log name the rule that affected a
        request. The console reads without a trace: of its requests, rules affect only those that
        you send on purpose.
      </p>
    </Panel>
  )
}
