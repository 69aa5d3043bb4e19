import { blockerOf, effectOf, shareOf, targetOf, titleOf } from '../../client/fault-rules.ts'
import { counted, shown } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton, AskButton } from '../../ui/buttons.tsx'
import { Empty, Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Name, Time, type Tone } from '../../ui/values.tsx'
import type { Choices } from './choices.ts'
import type { Fault } from './presets.ts'

const TONES: Record<Fault['state'], Tone> = {
  active: 'bad',
  disabled: 'plain',
  used_up: 'plain',
  expired: 'plain',
}

export function RuleList({
  faults,
  choices,
  onCopy,
}: {
  faults: Fault[]
  choices: Choices
  onCopy: (rule: Fault) => void
}) {
  const { control, refresh } = useSandbox()
  const actions = faults.length > 0 && (
    <AskButton
      text="Delete all…"
      class="danger"
      title="Delete all rules?"
      confirm={`Delete ${counted(faults.length, 'rule')}`}
      failed="Nothing was deleted"
      act={async () => {
        await control('DELETE', '/faults')
        refresh()
        return 'All rules deleted.'
      }}
    >
      <p>
        This also deletes the rules of the switches. To let requests pass for a while, disable the
        rules instead.
      </p>
    </AskButton>
  )
  return (
    <Panel title="Rules" actions={actions || undefined}>
      {faults.length === 0 ? (
        <Empty title="No fault rules yet">
          <p>
            Turn on a switch, make an operation fail a few times, or create a rule that says which
            requests fail, how, and how often.
          </p>
        </Empty>
      ) : (
        <>
          <p class="faint">
            Rules are tried from top to bottom, up to the first match that does more than delay.
          </p>
          <Table
            class="rules"
            columns={columnsOf({ faults, choices, onCopy })}
            rows={faults}
            rowClass={({ state }: Fault) => (state === 'active' ? '' : 'is-off')}
          />
        </>
      )}
    </Panel>
  )
}

function columnsOf({ faults, choices, onCopy }: Parameters<typeof RuleList>[0]): Column<Fault>[] {
  return [
    [
      'Rule',
      (rule, index) => (
        <>
          <span>
            <span class="faint">{index + 1}.</span> <Name>{titleOf(rule)}</Name>
          </span>
          {rule.name && <code class="faint note">{rule.id}</code>}
        </>
      ),
    ],
    ['Acts on', (rule) => `${targetOf(rule, choices.keyName)}, ${shareOf(rule.share)}`, 'wide'],
    ['Does', effectOf, 'wide'],
    ['State', (rule) => <State rule={rule} blocker={blockerOf(rule, faults)} />, 'wide'],
    ['Acted', ({ matched }) => shown(matched), 'number'],
    ['Remaining', ({ remaining: left }) => (left === null ? 'no limit' : shown(left)), 'number'],
    [
      'Actions',
      (rule, index) => (
        <RowActions rule={rule} place={{ index, count: faults.length }} onCopy={onCopy} />
      ),
      'row-actions',
    ],
  ]
}

function State({ rule, blocker }: { rule: Fault; blocker: Fault | undefined }) {
  return (
    <div>
      <Badge tone={TONES[rule.state]}>{rule.state.replace('_', ' ')}</Badge>
      {blocker && (
        <div class="problem">
          never reached: “<bdi>{titleOf(blocker)}</bdi>” comes first
        </div>
      )}
      {rule.expires_at && (
        <div class="faint">
          until <Time at={rule.expires_at} />
        </div>
      )}
    </div>
  )
}

function RowActions({
  rule,
  place,
  onCopy,
}: {
  rule: Fault
  /** Its index among all rules. */
  place: { index: number; count: number }
  onCopy: (rule: Fault) => void
}) {
  const { control, refresh } = useSandbox()
  const params = { id: rule.id }
  const change = async (body: Control['FaultChanges']) => {
    await control('PUT', '/faults/{id}', { params, body })
    refresh()
  }
  const name = titleOf(rule)
  const does = rule.enabled ? 'Disable' : 'Enable'
  return (
    <div class="actions">
      <ActionButton aria-label={`${does} ${name}`} act={() => change({ enabled: !rule.enabled })}>
        {does}
      </ActionButton>
      <a class="button" href={linkTo('faults', rule.id)} aria-label={`Edit ${name}`}>
        Edit
      </a>
      <button type="button" aria-label={`Duplicate ${name}`} onClick={() => onCopy(rule)}>
        Duplicate
      </button>
      <ActionButton
        disabled={place.index === 0}
        aria-label={`Move ${name} up`}
        act={() => change({ position: place.index })}
      >
        ↑
      </ActionButton>
      <ActionButton
        disabled={place.index === place.count - 1}
        aria-label={`Move ${name} down`}
        act={() => change({ position: place.index + 2 })}
      >
        ↓
      </ActionButton>
      <AskButton
        text="Delete…"
        class="danger"
        aria-label={`Delete ${name}`}
        title="Delete this rule?"
        confirm="Delete rule"
        failed="Nothing was deleted"
        act={async () => {
          await control('DELETE', '/faults/{id}', { params })
          refresh()
          return `Rule “${name}” deleted.`
        }}
      >
        <p>
          This deletes “<bdi>{name}</bdi>” for good. To let requests pass for a while, disable the
          rule instead.
        </p>
      </AskButton>
    </div>
  )
}
