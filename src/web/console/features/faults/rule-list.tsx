import { useState } from 'preact/hooks'
import { blockerOf, effectOf, shareOf, targetOf, titleOf } from '../../client/fault-rules.ts'
import { counted, shown } from '../../client/format.ts'
import { linkTo } from '../../hooks/route.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { Confirmation } from '../../ui/dialog.tsx'
import { Empty, Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Badge, Name, Time, type Tone } from '../../ui/values.tsx'
import type { Choices } from './choices.tsx'
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
  const [leaving, setLeaving] = useState<Fault | 'all'>()
  const remove = async (what: Fault | 'all') => {
    if (what === 'all') await control('DELETE', '/faults')
    else await control('DELETE', '/faults/{id}', { params: { id: what.id } })
    refresh()
    return what === 'all' ? 'All rules deleted.' : `Rule “${titleOf(what)}” deleted.`
  }
  const actions = faults.length > 0 && (
    <button type="button" class="danger" onClick={() => setLeaving('all')}>
      Delete all…
    </button>
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
            columns={columnsOf({ faults, choices, onCopy, onDelete: setLeaving })}
            rows={faults}
            rowClass={({ state }: Fault) => (state === 'active' ? '' : 'is-off')}
          />
        </>
      )}
      {leaving !== undefined && (
        <Confirmation
          title={leaving === 'all' ? 'Delete all rules?' : 'Delete this rule?'}
          confirm={leaving === 'all' ? `Delete ${counted(faults.length, 'rule')}` : 'Delete rule'}
          failed="Nothing was deleted"
          act={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            {leaving === 'all' ? (
              'This also deletes the rules of the switches.'
            ) : (
              <>
                This deletes “<bdi>{titleOf(leaving)}</bdi>” for good.
              </>
            )}
            To let requests pass for a while, disable the rule instead.
          </p>
        </Confirmation>
      )}
    </Panel>
  )
}

function columnsOf({
  faults,
  choices,
  onCopy,
  onDelete,
}: Omit<Parameters<typeof RowActions>[0], 'rule' | 'place'> & {
  faults: Fault[]
  choices: Choices
}): Column<Fault>[] {
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
        <RowActions
          rule={rule}
          place={{ index, count: faults.length }}
          onCopy={onCopy}
          onDelete={onDelete}
        />
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
  onDelete,
}: {
  rule: Fault
  /** Its index among all rules. */
  place: { index: number; count: number }
  onCopy: (rule: Fault) => void
  onDelete: (rule: Fault) => void
}) {
  const { control, refresh } = useSandbox()
  const turn = useAction(async () => {
    await control('PUT', '/faults/{id}', {
      params: { id: rule.id },
      body: { enabled: !rule.enabled },
    })
    refresh()
  })
  const move = useAction(async (by: 1 | -1) => {
    const position = place.index + 1 + by
    await control('PUT', '/faults/{id}', { params: { id: rule.id }, body: { position } })
    refresh()
  })
  const name = titleOf(rule)
  const does = rule.enabled ? 'Disable' : 'Enable'
  return (
    <div class="actions">
      <button
        type="button"
        disabled={turn.busy}
        aria-label={`${does} ${name}`}
        onClick={() => turn.run()}
      >
        {does}
      </button>
      <a class="button" href={linkTo('faults', rule.id)} aria-label={`Edit ${name}`}>
        Edit
      </a>
      <button type="button" aria-label={`Duplicate ${name}`} onClick={() => onCopy(rule)}>
        Duplicate
      </button>
      <button
        type="button"
        disabled={move.busy || place.index === 0}
        aria-label={`Move ${name} up`}
        onClick={() => move.run(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        disabled={move.busy || place.index === place.count - 1}
        aria-label={`Move ${name} down`}
        onClick={() => move.run(1)}
      >
        ↓
      </button>
      <button
        type="button"
        class="danger"
        aria-label={`Delete ${name}`}
        onClick={() => onDelete(rule)}
      >
        Delete…
      </button>
    </div>
  )
}
