import { useEffect, useState } from 'preact/hooks'
import { html } from '../html.js'

const SHOWN_MS = 3000

/**
 * Puts a text on the clipboard.
 *
 * @param {{ text: string | (() => string), label?: string, class?: string }} props
 */
export function CopyButton({ text, label = 'Copy', class: style = '' }) {
  const [told, setTold] = useState(/** @type {string | undefined} */ (undefined))
  useEffect(() => {
    if (told === undefined) return
    const timer = setTimeout(() => setTold(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [told])
  const copy = async () => {
    try {
      await write(typeof text === 'function' ? text() : text)
      setTold('Copied')
    } catch {
      // Told in place: a message at the edge of the page would lie behind a dialog.
      setTold('Not allowed here: select it and copy it by hand')
    }
  }
  return html`<button type="button" class=${style} onClick=${copy}>
    <span aria-live="polite">${told ?? label}</span>
  </button>`
}

/** A page behind plain HTTP on another machine has no clipboard to write to, but can still copy what is selected. @param {string} text */
async function write(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('The browser refused.')
}
