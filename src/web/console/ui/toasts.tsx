import { useCallback, useRef, useState } from 'preact/hooks'

interface Toast {
  id: number
  text: string
  kind: 'done' | 'failed'
  /** The subject, if another message may report the same in other words. */
  about: string | undefined
  /** Undoes what the message reports; undefined if it cannot be undone. */
  undo: (() => void) | undefined
}

const TOAST_MS = 8000

export function useToasts() {
  const [toasts, setToasts] = useState([] as Toast[])
  const last = useRef(0)
  const close = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])
  const notify = useCallback(
    (text: string, kind: Toast['kind'] = 'done', about?: string, undo?: () => void) => {
      last.current += 1
      const id = last.current
      setToasts((shown) =>
        about !== undefined && shown.some((toast) => toast.about === about)
          ? shown
          : [
              ...shown.filter((toast) => toast.text !== text).slice(-2),
              { id, text, kind, about, undo },
            ],
      )
      // A failure stays until the user closes it.
      if (kind === 'done') setTimeout(() => close(id), TOAST_MS)
    },
    [close],
  )
  const dismiss = useCallback((about: string) => {
    setToasts((shown) =>
      shown.some((toast) => toast.about === about)
        ? shown.filter((toast) => toast.about !== about)
        : shown,
    )
  }, [])
  return { toasts, notify, close, dismiss }
}

export function Toasts({ toasts, onClose }: { toasts: Toast[]; onClose: (id: number) => void }) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <span title={text}>{text}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                onClose(id)
                undo()
              }}
            >
              Undo
            </button>
          )}
          <button
            type="button"
            class="quiet"
            aria-label="Close this message"
            onClick={() => onClose(id)}
          >
            ✕
          </button>
        </div>
      ))}
    </div>
  )
}
