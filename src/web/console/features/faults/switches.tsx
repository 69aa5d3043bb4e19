import { useMemo, useState } from 'preact/hooks'
import { controlDocument } from '../../client/control-document.ts'
import { blockerOf, effectOf, shareOf, targetOf, titleOf } from '../../client/fault-rules.ts'
import { counted, isolated } from '../../client/format.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { Switch } from '../../ui/controls.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { Choices } from './choices.ts'
import type { Fault, Limits, Preset } from './presets.ts'
import { limitsOf, PRESETS, ruleOf, setSwitch } from './presets.ts'
import { type RuleSettings, ruleSettings } from './rule-form.tsx'

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

const SHARES = ['1', '0.5', '0.1']

const settingsOf = (choices: Choices): RuleSettings => ({
  ...ruleSettings(choices),
  delay: { label: 'Delay in milliseconds', hint: 'At most 60,000.' },
  'delay.median': {
    label: 'Median in milliseconds',
    hint: 'Half of the responses take no longer.',
  },
  'delay.p99': {
    label: '99th percentile in milliseconds',
    hint: '1 of 100 responses takes longer.',
  },
  share: {
    label: 'Share of these requests',
    hint: '',
    kind: 'choice',
    options: SHARES.map((share) => [share, `${Number(share) * 100} %`]),
    fallback: '1',
  },
  key: {
    label: 'Key',
    kind: 'choice',
    hint: 'Requests with other keys are not affected.',
    options: choices.keys.map(({ id, name }) => [id, name ? `${isolated(name)} (${id})` : id]),
    fallback: 'Requests with any key',
  },
})

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
  const limits = limitsOf(rule, preset)
  const settings = useMemo(() => settingsOf(choices), [choices])
  const delays = { number: ['delay'], object: ['delay.median', 'delay.p99'] }
  const shown = [...(delays[typeof limits.delay as 'number'] ?? []), 'share', 'key', 'operation']
  return (
    <FormDialog
      title={`${preset.title}: which requests`}
      wide
      of={[controlDocument, 'post', '/faults']}
      settings={settings}
      initial={limits}
      fieldsFor={(fields) => shown.flatMap((name) => fields.filter((each) => each.name === name))}
      submit="Save limits"
      send={async (body) => {
        await setSwitch(control, preset, rule, {
          enabled: rule?.state === 'active',
          limits: body as Limits,
        })
        refresh()
        onClose()
        notify(`Limits of “${preset.title}” saved.`)
      }}
      onClose={onClose}
    />
  )
}
