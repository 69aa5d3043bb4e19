import { useState } from 'preact/hooks'
import type { OperationId } from '../../../../../spec/generated/api.ts'
import { blockerOf, effectOf, shareOf, targetOf, titleOf } from '../../client/fault-rules.ts'
import { counted, isolated, numberOf } from '../../client/format.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { ChoiceButtons, Switch } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/fields.tsx'
import { useForm } from '../../ui/form.tsx'
import type { Choices } from './choices.tsx'
import { OperationPicker } from './choices.tsx'
import type { Fault, Limits, Preset } from './presets.ts'
import { limitsOf, PRESETS, ruleOf, setSwitch } from './presets.ts'

/** The most common faults, one click each. */
export function Switches({ faults, choices }: { faults: Fault[]; choices: Choices }) {
  return (
    <section aria-labelledby="switches-title">
      <h2 id="switches-title">Switches</h2>
      <ul class="grid">
        {PRESETS.map((preset) => (
          <SwitchCard
            key={preset.title}
            preset={preset}
            rule={ruleOf(preset, faults)}
            faults={faults}
            choices={choices}
          />
        ))}
      </ul>
    </section>
  )
}

function SwitchCard({
  preset,
  rule,
  faults,
  choices,
}: {
  preset: Preset
  rule: Fault | undefined
  faults: Fault[]
  choices: Choices
}) {
  const { control, refresh } = useSandbox()
  const [isLimiting, setLimiting] = useState(false)
  const turn = useAction(async (enabled: boolean) => {
    await setSwitch(control, preset, rule, { enabled })
    refresh()
  })
  const { title, says } = preset
  const on = rule?.state === 'active'
  const limits = limitsOf(rule, preset)
  const blocker = rule && blockerOf(rule, faults)
  const about = `switch-${title.replace(/\W+/g, '-').toLowerCase()}`
  return (
    <li class={on ? 'switch-card is-on' : 'switch-card'}>
      <div class="row apart">
        <h3>{title}</h3>
        <Switch
          on={on}
          label={title}
          describedby={about}
          disabled={turn.busy}
          onChange={turn.run}
        />
      </div>
      <p id={about} class="faint">
        {says}
        {limits.delay === undefined ? '' : ` ${effectOf({ delay: limits.delay })}.`}
      </p>
      {blocker && (
        <p class="problem">
          <strong>Never reached:</strong> “{titleOf(blocker)}” comes first.
        </p>
      )}
      <div class="row apart">
        <span>
          {targetOf(rule ?? {}, choices.keyName)}, {shareOf(rule?.share)}
          {on ? `. Acted ${counted(rule.matched, 'time')}.` : ''}
        </span>
        <button
          type="button"
          class="link"
          aria-label={`Limits of ${title}`}
          onClick={() => setLimiting(true)}
        >
          Limits
        </button>
      </div>
      {isLimiting && (
        <LimitsDialog
          preset={preset}
          rule={rule}
          choices={choices}
          onClose={() => setLimiting(false)}
        />
      )}
    </li>
  )
}

const SHARES = [1, 0.5, 0.1]

/** The limits are stored in its rule. */
function LimitsDialog({
  preset,
  rule,
  choices,
  onClose,
}: {
  preset: Preset
  rule: Fault | undefined
  choices: Choices
  onClose: () => void
}) {
  const { control, refresh, notify } = useSandbox()
  const { delay, share = 1, key = '', operation } = limitsOf(rule, preset)
  const varies = typeof delay === 'object'
  const state = useState({
    operation: operation === undefined ? undefined : [operation].flat(),
    share,
    key,
    delay: typeof delay === 'number' ? String(delay) : '',
    median: varies ? String(delay.median) : '',
    p99: varies ? String(delay.p99) : '',
  })
  const [draft] = state
  const { attributes, busy, put, field, problemsOf, problem } = useForm(state, async () => {
    const fixed = numberOf(draft.delay) ?? ''
    const varying = { median: numberOf(draft.median) ?? '', p99: numberOf(draft.p99) ?? '' }
    const limits = {
      ...(draft.operation && { operation: draft.operation }),
      ...(draft.share !== 1 && { share: draft.share }),
      ...(draft.key && { key: draft.key }),
      ...(delay !== undefined && { delay: varies ? varying : fixed }),
    } as Limits
    await setSwitch(control, preset, rule, { enabled: rule?.state === 'active', limits })
    refresh()
    onClose()
    notify(`Limits of “${preset.title}” saved.`)
  })
  /** @param of In the rule. */
  const number = (
    name: 'delay' | 'median' | 'p99',
    label: string,
    hint: string,
    of: string = name,
  ) => field(name, `${label} in milliseconds`, { of, hint, inputmode: 'numeric' })
  const keys = choices.keys.map(({ id, name }) => [id, name ? `${isolated(name)} (${id})` : id])
  const shares = SHARES.includes(share) ? SHARES : [...SHARES, share]
  return (
    <Dialog title={`${preset.title}: which requests`} onClose={onClose}>
      <form {...attributes}>
        <FormProblem text={problem} />
        {delay !== undefined &&
          (varies ? (
            <div class="grid fields">
              {number('median', 'Median', 'Half of the responses take no longer.', 'delay.median')}
              {number('p99', '99th percentile', '1 of 100 responses takes longer.', 'delay.p99')}
            </div>
          ) : (
            number('delay', 'Delay', 'At most 60,000.')
          ))}
        <OperationPicker
          operations={choices.operations}
          picked={draft.operation}
          onPick={(picked: string[] | undefined) =>
            put({ operation: picked as OperationId[] | undefined })
          }
          problems={problemsOf('operation')}
        />
        <div class="field">
          <span aria-hidden="true">Share of these requests</span>
          <ChoiceButtons
            label="Share of these requests"
            value={draft.share}
            options={shares.map((each) => [each, `${Math.round(each * 100)} %`])}
            onChange={(chosen: number) => put({ share: chosen })}
          />
        </div>
        {field('key', 'Key', {
          options: [['', 'Requests with any key'], ...keys],
          hint: 'Requests with other keys are not affected.',
        })}
        <div class="actions">
          <button type="submit" class="primary" disabled={busy}>
            Save limits
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
