import { useEffect, useState } from 'preact/hooks'

const SHOWN_MS = 3000

/** Puts a text on the clipboard. */
export function CopyButton({
  text,
  label = 'Copy',
  class: style = '',
  autofocus = false,
}: {
  text: string | (() => string)
  label?: string
  class?: string
  /** In a dialog: Enter copies. */
  autofocus?: boolean
}) {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const copy = async () => {
    try {
      await write(typeof text === 'function' ? text() : text)
      setShown('Copied')
    } catch {
      // Shown in the button, because a dialog would cover a toast.
      setShown('Not allowed here: select the text and copy it')
    }
  }
  return (
    <button type="button" class={style} autofocus={autofocus} onClick={copy}>
      <span aria-live="polite">{shown ?? label}</span>
    </button>
  )
}

/** A page from another machine over plain HTTP has no clipboard API, but can copy a selection. */
async function write(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('The browser refused.')
}

/**
 * A command for a shell, to copy.
 * @param props `label`: of the button.
 */
export function Command({ text, label }: { text: string; label?: string }) {
  return (
    <div class="code">
      <pre tabindex={0} aria-label="Command">
        {text}
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  )
}

/** curl with its own arguments, the key, and a JSON body. */
export function curlCommand(
  begin: string,
  { token = '<your key>', body }: { token?: string; body?: string } = {},
) {
  return [
    `curl ${begin}`,
    `-H 'Authorization: Bearer ${token}'`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${body}'`]),
  ].join(' \\\n  ')
}
