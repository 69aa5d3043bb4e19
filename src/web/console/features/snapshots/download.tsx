import { useAction } from '../../hooks/sandbox.ts'
import type { SharedState } from './shared-state.ts'

/** Saves a state as a file, which another sandbox loads. `of` names the state for screen readers. */
export function DownloadButton({ of, read }: { of: string; read: () => Promise<SharedState> }) {
  const download = useAction(async () => saveFile(await read()))
  return (
    <button
      type="button"
      aria-label={`Download ${of}`}
      title="It has campaigns, alerts, fault rules, the clock, and the hosts of webhooks; no keys, users or secrets."
      disabled={download.busy}
      onClick={() => download.run()}
    >
      Download
    </button>
  )
}

function saveFile(state: SharedState) {
  const text = JSON.stringify(state, null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${state.name.replace(/[^\w-]+/g, '-')}.sandbox.json`
  link.click()
  // The browser may read it a little later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
