import { counted, shown } from '../../client/format.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'

/** Resends the failed deliveries of the filter. */
export function ResendFailed({
  count,
  filter,
  onDone,
}: {
  count: number
  filter: Record<string, string>
  onDone: () => void
}) {
  const { control, notify } = useSandbox()
  const resend = useAction(async () => {
    const query = { ...filter, status: 'failed' }
    const { delivered, failed } = (await control('POST', '/deliveries/resend', { query })).data
    onDone()
    if (failed === 0) return `${counted(delivered, 'event')} delivered.`
    notify(`${counted(delivered, 'event')} delivered, ${failed} failed again.`, 'failed')
  })
  if (count === 0 && !resend.busy) return null
  return (
    <button type="button" disabled={resend.busy} onClick={() => resend.run()}>
      {resend.busy ? 'Resending…' : `Resend ${shown(count)} failed`}
    </button>
  )
}
