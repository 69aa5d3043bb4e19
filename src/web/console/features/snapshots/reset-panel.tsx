import { useId, useState } from 'preact/hooks'
import { useSandbox } from '../../hooks/sandbox.ts'
import { Confirmation } from '../../ui/dialog.tsx'
import { Field } from '../../ui/fields.tsx'
import { Panel } from '../../ui/page.tsx'

/** The fixtures of the package. */
const PACKAGED = ['demo', 'starter', 'empty']

/** Returns the account to a fixture. */
export function ResetPanel() {
  const { control, account, refresh } = useSandbox()
  const [fixture, setFixture] = useState('')
  const [isAsking, setAsking] = useState(false)
  const list = useId()
  const name = fixture.trim()
  const reset = async () => {
    const body = name === '' ? { account } : { account, fixture: name }
    const { message } = await control('POST', '/reset', { body })
    refresh()
    return message ?? 'The account is reset.'
  }
  return (
    <Panel title="Reset to a fixture">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        <Field
          label="Fixture"
          value={fixture}
          onValue={setFixture}
          hint="Empty: the account's present fixture. Or a packaged one, or the name of a YAML file next to the sandbox's own."
          attributes={{ list, placeholder: 'its own', maxlength: 100 }}
          button={
            <button type="submit" class="danger">
              Reset…
            </button>
          }
        />
        <datalist id={list}>
          {PACKAGED.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      </form>
      {isAsking && (
        <Confirmation
          title={
            name === '' ? 'Reset the account to its fixture?' : `Reset the account to ${name}?`
          }
          confirm="Reset the account"
          failed="The account was not reset"
          act={reset}
          onClose={() => setAsking(false)}
        >
          <p>
            Campaigns, webhooks, alerts, fault rules, events and the clock begin again. Snapshots
            stay. The present state is kept under “What happened”, so you can undo this.
          </p>
        </Confirmation>
      )}
    </Panel>
  )
}
