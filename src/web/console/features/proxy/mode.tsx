import { useState } from 'preact/hooks'
import { counted } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { useOperator } from '../../hooks/operator.ts'
import { useAttempt, useSandbox } from '../../hooks/sandbox.ts'
import { Check } from '../../ui/controls.tsx'
import { Panel } from '../../ui/page.tsx'
import { Failure } from '../../ui/states.tsx'
import { Badge } from '../../ui/values.tsx'

type Mode = Control['ProxyMode']

const MODES: readonly [mode: Mode, says: string][] = [
  ['watch', 'Passes requests to the upstream, and judges them. Records nothing.'],
  ['record', 'As watch, and records every answer in a new cassette.'],
  ['replay', 'Answers from the cassette alone, without a network.'],
  ['update', 'Answers from the cassette. Passes on and records what it lacks.'],
]

/** The source of responses. A choice takes effect with the button. */
export function ModePanel({ proxy, onChange }: { proxy: Control['Proxy']; onChange: () => void }) {
  const { notify } = useSandbox()
  const control = useOperator()
  const { attempt, busy, error } = useAttempt()
  const [chosen, choose] = useState<Mode>()
  const mode = chosen ?? proxy.mode
  const hasCassette = proxy.cassette !== null
  const change = async () => {
    await control('PATCH', '/proxy', { body: { mode } })
    choose(undefined)
    onChange()
    notify(`The mode is ${mode}. Requests follow it from now on.`)
  }
  return (
    <Panel title="Mode">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          attempt(change)
        }}
      >
        <div class="grid fields" role="radiogroup" aria-label="Mode">
          {MODES.map(([each, says]) => (
            <Check
              key={each}
              checked={each === mode}
              onChange={() => choose(each)}
              attributes={{
                type: 'radio',
                name: 'mode',
                disabled: !hasCassette && each !== 'watch' && each !== proxy.mode,
              }}
            >
              <span>
                <strong>{each}</strong> {each === proxy.mode && <Badge tone="accent">now</Badge>}
                <span class="note">{says}</span>
              </span>
            </Check>
          ))}
        </div>
        <p class="faint">
          {hasCassette ? (
            <>
              Cassette: <code>{proxy.cassette}</code>, {counted(proxy.recorded, 'recording')}.
            </>
          ) : (
            <>
              No cassette. Start the proxy with <code>--cassette session.har</code> to record and
              replay.
            </>
          )}
        </p>
        {error !== undefined && <Failure error={error} title="The mode was not switched" />}
        <div class="actions">
          <button type="submit" class="primary" disabled={busy || mode === proxy.mode}>
            {mode === proxy.mode ? 'Switch the mode' : `Switch to ${mode}`}
          </button>
        </div>
      </form>
    </Panel>
  )
}
