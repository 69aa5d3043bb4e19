import { useEffect, useState } from 'preact/hooks'
import { useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'

const SHOWN_MS = 2000

/**
 * Puts a text on the clipboard.
 *
 * @param {{ text: string | (() => string), label?: string, class?: string }} props
 */
export function CopyButton({ text, label = 'Copy', class: style = '' }) {
  const { notify } = useSandbox()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await write(typeof text === 'function' ? text() : text)
      setCopied(true)
    } catch {
      notify(
        'The browser does not let this page copy. Select the text and copy it by hand.',
        'failed',
      )
    }
  }
  return html`<button type="button" class=${style} onClick=${copy}>
    <span aria-live="polite">${copied ? 'Copied' : label}</span>
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
