import { useCallback, useState } from 'preact/hooks'
import { blockerOf, effectOf, shareOf, targetOf, titleOf } from '../../client/fault-rules.js'
import { useAction } from '../../hooks/action.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { counted } from '../../parts/numbers.js'
import { Switch } from '../../parts/switch.js'
import { LimitsDialog } from './limits-dialog.js'
import { limitsOf, PRESETS, ruleOf, setSwitch } from './presets.js'

/**
 * What people want most, each a click away.
 *
 * @param {{ faults: import('./presets.js').Fault[], choices: import('./choices.js').Choices }} props
 */
export function Switches({ faults, choices }) {
  return html`<section aria-labelledby="switches-title">
    <h2 id="switches-title">Switches</h2>
    <ul class="switches">
      ${PRESETS.map(
        (preset) => html`<${SwitchCard}
          key=${preset.title}
          preset=${preset}
          rule=${ruleOf(preset, faults)}
          faults=${faults}
          choices=${choices}
        />`,
      )}
    </ul>
  </section>`
}

/**
 * @param {object} props
 * @param {import('./presets.js').Preset} props.preset
 * @param {import('./presets.js').Fault | undefined} props.rule
 * @param {import('./presets.js').Fault[]} props.faults
 * @param {import('./choices.js').Choices} props.choices
 */
function SwitchCard({ preset, rule, faults, choices }) {
  const { control, refresh } = useSandbox()
  const [isLimiting, setLimiting] = useState(false)
  const turn = useAction(
    useCallback(
      async (/** @type {boolean} */ enabled) => {
        await setSwitch(control, preset, rule, { enabled })
        refresh()
      },
      [control, preset, rule?.id, rule?.remaining, refresh],
    ),
  )
  const { title, says } = preset
  const on = rule?.state === 'active'
  const limits = limitsOf(rule, preset)
  const blocker = rule && blockerOf(rule, faults)
  const about = `switch-${title.replace(/\W+/g, '-').toLowerCase()}`
  return html`<li class=${on ? 'switch-card is-on' : 'switch-card'}>
    <div class="switch-head">
      <h3>${title}</h3>
      <${Switch} on=${on} label=${title} describedby=${about} disabled=${turn.busy} onChange=${turn.run} />
    </div>
    <p id=${about} class="faint">${says}${limits.delay === undefined ? '' : ` ${effectOf({ delay: limits.delay })}.`}</p>
    ${blocker && html`<p class="switch-blocked"><strong>Never reached:</strong> “${titleOf(blocker)}” comes first.</p>`}
    <div class="switch-foot">
      <span>
        ${targetOf(rule ?? {}, choices.keyName)}, ${shareOf(rule?.share)}${on ? `. Acted ${counted(rule.matched, 'time')}.` : ''}
      </span>
      <button type="button" class="link" aria-label=${`Limits of ${title}`} onClick=${() => setLimiting(true)}>Limits</button>
    </div>
    ${
      isLimiting &&
      html`<${LimitsDialog}
        preset=${preset}
        rule=${rule}
        choices=${choices}
        onClose=${() => setLimiting(false)}
      />`
    }
  </li>`
}
