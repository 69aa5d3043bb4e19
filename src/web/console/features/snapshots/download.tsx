import { saveFile } from '../../client/save-file.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import type { SharedState } from './shared-state.ts'

/** Saves a state as a file, which another sandbox loads. `of` names the state for screen readers. */
export function DownloadButton({ of, read }: { of: string; read: () => Promise<SharedState> }) {
  return (
    <ActionButton
      aria-label={`Download ${of}`}
      title="It has campaigns, alerts, fault rules, the clock, and the hosts of webhooks; no keys, users or secrets."
      act={async () => {
        const state = await read()
        saveFile(`${state.name.replace(/[^\w-]+/g, '-')}.sandbox.json`, state)
      }}
    >
      Download
    </ActionButton>
  )
}
