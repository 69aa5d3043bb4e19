import { useSandbox } from '../hooks/sandbox.ts'
import { Confirmation } from '../ui/dialog.tsx'
import { Palette } from './palette.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** The dialog that is open, if any. */
export type OpenDialog = 'commands' | 'shortcuts' | 'reset' | undefined

/** The dialogs of commands, of which one is open at a time. */
export function CommandCenter({
  open,
  onOpen,
}: {
  open: OpenDialog
  onOpen: (dialog: OpenDialog) => void
}) {
  const { control, account, session, refresh } = useSandbox()
  const close = () => onOpen(undefined)
  const reset = async () => {
    await control('POST', '/reset', { body: { account } })
    refresh()
    return 'The account is as it was at the start.'
  }
  if (open === 'commands') return <Palette onClose={close} onReset={() => onOpen('reset')} />
  if (open === 'shortcuts') return <Shortcuts onClose={close} />
  if (open !== 'reset') return null
  const name = session.accounts.find(({ id }) => id === account)?.name ?? account
  return (
    <Confirmation
      title="Reset this account?"
      confirm="Reset the account"
      failed="The account was not reset"
      act={reset}
      onClose={close}
    >
      <p>
        <bdi>{name}</bdi> gets the data that the sandbox started with. Campaigns, webhooks, keys,
        faults and logged requests since then are deleted.
      </p>
    </Confirmation>
  )
}
