import { useState } from 'preact/hooks'
import { useForm } from '../../hooks/form.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Dialog } from '../../parts/dialog.js'
import { Field, FormProblem } from '../../parts/field.js'
import { isolated } from '../../parts/isolated.js'
import { numberOf } from '../../parts/numbers.js'
import { OperationPicker } from './operation-picker.js'
import { limitsOf, setSwitch } from './presets.js'

const FIELDS = ['operation', 'delay', 'delay.median', 'delay.p99']
const NUMERIC = { inputmode: 'numeric', autocomplete: 'off' }
const SHARES = [1, 0.5, 0.1]

/**
 * Which requests a switch acts on. Kept in its rule, which is made switched off where there is none yet.
 *
 * @param {object} props
 * @param {import('./presets.js').Preset} props.preset
 * @param {import('./presets.js').Fault | undefined} props.rule
 * @param {import('./choices.js').Choices} props.choices
 * @param {() => void} props.onClose
 */
export function LimitsDialog({ preset, rule, choices, onClose }) {
  const { control, refresh, notify } = useSandbox()
  const kept = limitsOf(rule, preset)
  const [picked, setPicked] = useState(kept.operation && [kept.operation].flat())
  const [share, setShare] = useState(kept.share ?? 1)
  const [key, setKey] = useState(kept.key ?? '')
  const { delay } = kept
  const varies = typeof delay === 'object'
  const [wait, setWait] = useState(typeof delay === 'number' ? String(delay) : '')
  const [median, setMedian] = useState(varies ? String(delay.median) : '')
  const [p99, setP99] = useState(varies ? String(delay.p99) : '')
  const { attributes, problems, busy } = useForm(FIELDS, async () => {
    const limits = /** @type {any} */ ({
      ...(picked === undefined ? {} : { operation: picked }),
      ...(share === 1 ? {} : { share }),
      ...(key === '' ? {} : { key }),
      ...(delay === undefined
        ? {}
        : {
            delay: varies
              ? { median: numberOf(median) ?? '', p99: numberOf(p99) ?? '' }
              : (numberOf(wait) ?? ''),
          }),
    })
    await setSwitch(control, preset, rule, { enabled: rule?.state === 'active', limits })
    refresh()
    onClose()
    notify(`The limits of “${preset.title}” are kept.`)
  })
  const { fields, rest } = problems
  const shares = SHARES.includes(share) ? SHARES : [...SHARES, share]
  return html`<${Dialog} title=${`${preset.title}: which requests`} onClose=${onClose}>
    <form ...${attributes}>
      <${FormProblem} text=${rest} />
      ${
        delay !== undefined &&
        (varies
          ? html`<div class="field-row">
              <${Field} label="Median in milliseconds" value=${median} onValue=${setMedian} problems=${fields['delay.median']} attributes=${NUMERIC} hint="Half of the answers wait no longer." />
              <${Field} label="99th percentile in milliseconds" value=${p99} onValue=${setP99} problems=${fields['delay.p99']} attributes=${NUMERIC} hint="1 of 100 waits longer." />
            </div>`
          : html`<${Field} label="Delay in milliseconds" value=${wait} onValue=${setWait} problems=${fields.delay} attributes=${NUMERIC} hint="60,000 at most." />`)
      }
      <${OperationPicker} operations=${choices.operations} picked=${picked} onPick=${setPicked} problems=${fields.operation} />
      <div class="field">
        <span id="share-label">Share of these requests</span>
        <div class="choice" role="group" aria-labelledby="share-label">
          ${shares.map(
            (each) =>
              html`<button type="button" aria-pressed=${String(each === share)} onClick=${() => setShare(each)}>${Math.round(each * 100)} %</button>`,
          )}
        </div>
      </div>
      <${Field}
        label="Key"
        value=${key}
        onValue=${setKey}
        options=${keyOptions(choices, key)}
        hint="With one key alone, this page keeps its figures: it asks with a key of its own."
      />
      <div class="actions">
        <button type="submit" class="primary" disabled=${busy}>Keep these limits</button>
        <button type="button" onClick=${onClose}>Cancel</button>
      </div>
    </form>
  </${Dialog}>`
}

/**
 * @param {import('./choices.js').Choices} choices
 * @param {string} kept A rule may name a key by the beginning of its token, or one that is gone.
 * @returns {[value: string, label: string][]}
 */
function keyOptions({ keys }, kept) {
  const known = keys.some(({ id }) => id === kept)
  return [
    ['', 'Requests with any key'],
    ...keys.map(
      ({ id, name }) =>
        /** @type {[string, string]} */ ([id, name ? `${isolated(name)} (${id})` : id]),
    ),
    .../** @type {[string, string][]} */ (kept === '' || known ? [] : [[kept, kept]]),
  ]
}
