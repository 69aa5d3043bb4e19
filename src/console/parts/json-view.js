import { useState } from 'preact/hooks'
import { originsOfEntry, originsOfMember } from '../client/stated.js'
import { html } from '../html.js'
import { counted } from './numbers.js'

/** @typedef {import('../client/stated.js').Origins} Origins */

/** Entries of a list that are shown at first, and how many more with each click. */
const ENTRIES = 20
/** Entries from this one on are folded at first: what they hold is like what the first ones do. */
const FOLDED_FROM = 3
/** Strings are shown up to here at first. */
const CHARACTERS = 400

/**
 * JSON for people: indented, coloured, and foldable. Selected and copied it is JSON still.
 *
 * @param {{ value: unknown, label: string, origins?: Origins | undefined }} props `origins`: what is stated of the
 *   value; members that are not get a mark.
 */
export function JsonView({ value, label, origins }) {
  return html`<div class="json" role="region" tabindex="0" aria-label=${label}>
    <${Line} value=${value} origins=${origins} />
  </div>`
}

/**
 * @typedef {object} Place
 * @property {string} [name] Of a member.
 * @property {unknown} value
 * @property {Origins | undefined} [origins]
 * @property {boolean} [isAssumed] The member itself.
 * @property {boolean} [isFolded] At first.
 * @property {boolean} [isLast]
 */

/** @param {Place} place */
function Line(place) {
  const { name, value, isAssumed, isLast = true } = place
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return html`<${Branch} ...${place} value=${value} />`
  }
  return html`<div class="json-line">
    <${Name} name=${name} isAssumed=${isAssumed} /><${Scalar} value=${value} />${isLast ? '' : ','}<${Tag} isAssumed=${isAssumed} />
  </div>`
}

/** @param {Place & { value: object }} place */
function Branch({ name, value, origins, isAssumed, isFolded = false, isLast = true }) {
  const [folded, setFolded] = useState(isFolded)
  const [most, setMost] = useState(ENTRIES)
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const inner = Object.entries(value)
  const size = counted(inner.length, isList ? 'entry' : 'member', isList ? 'entries' : 'members')
  const what = name ?? (isList ? 'list' : 'object')
  const shown = isList ? inner.slice(0, most) : inner
  const hidden = inner.length - shown.length
  return html`<div class="json-line">
      <button
        type="button"
        class="json-fold"
        aria-expanded=${!folded}
        aria-label=${`${what}, ${size}`}
        onClick=${() => setFolded(!folded)}
      ></button><${Name} name=${name} isAssumed=${isAssumed} />${open}${
        folded &&
        html`<span class="json-size" data-size=${size}></span>${close}${isLast ? '' : ','}`
      }<${Tag} isAssumed=${isAssumed} />
    </div>
    ${
      !folded &&
      html`<div class="json-inner">
          ${shown.map(
            ([key, each], index) => html`<${Line}
              key=${key}
              ...${isList ? entryOf(index, origins) : memberOf(key, origins)}
              value=${each}
              isLast=${index === inner.length - 1}
            />`,
          )}
          ${hidden > 0 && html`<button type="button" class="link" onClick=${() => setMost(most + 5 * ENTRIES)}>${counted(hidden, 'more entry', 'more entries')}</button>`}
        </div>
        <div class="json-line">${close}${isLast ? '' : ','}</div>`
    }`
}

/** @param {number} index @param {Origins | undefined} list */
function entryOf(index, list) {
  return { origins: list && originsOfEntry(list), isFolded: index >= FOLDED_FROM }
}

/** @param {string} name @param {Origins | undefined} owner */
function memberOf(name, owner) {
  if (owner === undefined) return { name }
  const origins = originsOfMember(owner, name)
  // What is in a member that is assumed is so, too: one mark says it for all of them.
  return { name, origins, isAssumed: origins === undefined }
}

/** @param {{ name?: string | undefined, isAssumed?: boolean | undefined }} props */
function Name({ name, isAssumed }) {
  if (name === undefined) return null
  return html`<span class=${isAssumed ? 'json-name is-assumed' : 'json-name'}>${JSON.stringify(name)}</span>: `
}

/** @param {{ isAssumed?: boolean | undefined }} props */
function Tag({ isAssumed }) {
  return isAssumed ? html` <${AssumedTag} />` : null
}

/** Says that the provider does not state this: the sandbox assumes it. */
export function AssumedTag() {
  return html`<span class="assumed-tag">assumed</span>`
}

/** @param {{ value: unknown }} props */
function Scalar({ value }) {
  const [whole, setWhole] = useState(false)
  const text = JSON.stringify(value)
  const kind = value === null ? 'null' : typeof value
  if (whole || text.length <= CHARACTERS) return html`<span class=${`json-${kind}`}>${text}</span>`
  return html`<span class=${`json-${kind}`}>${text.slice(0, CHARACTERS)}…</span> <button
    type="button"
    class="link"
    onClick=${() => setWhole(true)}
  >Show all ${counted(text.length, 'character')}</button>`
}
