import { useState } from 'preact/hooks'
import { hashOf } from '../../client/address.ts'
import { linkText, type SharedState } from '../../client/shared-state.ts'
import { useAction } from '../../hooks/sandbox.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'

/** Saves a state as a file. */
export function saveFile(state: SharedState) {
  const text = JSON.stringify(state, null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${state.name.replace(/[^\w-]+/g, '-')}.sandbox.json`
  link.click()
  // The browser may read it a little later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Buttons that save a state as a file or put it into a link. `of` names the state for screen readers. */
export function ShareButtons({ of, read }: { of: string; read: () => Promise<SharedState> }) {
  const [shared, setShared] = useState<{ link: string | undefined; state: SharedState }>()
  const download = useAction(async () => saveFile(await read()))
  const share = useAction(async () => {
    const state = await read()
    const text = await linkText(state)
    // Without an account: another sandbox has others.
    const hash = text && hashOf(undefined, 'open', undefined, { state: text })
    const place = hash && new URL(hash, location.href).href
    setShared({ link: place, state })
  })
  return (
    <>
      <button
        type="button"
        aria-label={`Download ${of}`}
        disabled={download.busy}
        onClick={() => download.run()}
      >
        Download
      </button>
      <button
        type="button"
        aria-label={`Share ${of} as a link`}
        disabled={share.busy}
        onClick={() => share.run()}
      >
        Share…
      </button>
      {shared && (
        <Dialog title={`Share ${of}`} onClose={() => setShared(undefined)}>
          {shared.link === undefined ? (
            <p>This state is too large for a link. Send it as a file instead.</p>
          ) : (
            <>
              <p>
                Whoever opens this link sees what it has, and can load it into an account of their
                sandbox. For a sandbox elsewhere, replace what is before <code>#/open</code> by its
                address.
              </p>
              <output class="token share-link" aria-label="Link to the state">
                {shared.link}
              </output>
            </>
          )}
          <p class="hint">
            It has campaigns, alerts, fault rules, the clock, and the hosts of webhooks; no keys,
            users or secrets.
          </p>
          <div class="actions">
            {shared.link !== undefined && (
              <CopyButton text={shared.link} label="Copy link" class="primary" />
            )}
            <button type="button" onClick={() => saveFile(shared.state)}>
              Save as a file
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
