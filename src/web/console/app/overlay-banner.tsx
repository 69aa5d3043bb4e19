import { useEffect, useRef } from 'preact/hooks'
import { forgetDocument } from '../client/document.ts'
import { useRead, useSandbox } from '../hooks/sandbox.ts'

/** Reloads the document after a saved overlay, and shows on every screen that one is not served. */
export function OverlayBanner() {
  const { health, refresh } = useSandbox()
  const { data = health } = useRead((control, signal) => control('GET', '/health', { signal }))
  const shown = useRef(health.document_revision)
  useEffect(() => {
    if (data.document_revision === shown.current) return
    shown.current = data.document_revision
    forgetDocument()
    refresh()
  }, [data.document_revision])
  if (data.overlay_problem === null) return null
  return (
    <section class="connection-banner row" role="alert">
      {data.overlay_problem}
    </section>
  )
}
