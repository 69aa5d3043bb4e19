import type { Act } from '../../client/commands.ts'
import { linkTo } from '../../hooks/route.ts'
import { useAction, useAdvance, useSandbox } from '../../hooks/sandbox.ts'
import { openAccount } from '../accounts.tsx'

/** Runs a command; `askReset` asks before a reset. */
export function useRun(askReset: () => void): (act: Act) => void {
  const { control, refresh } = useSandbox()
  const advance = useAdvance()
  const change = useAction(async (act: Act) => {
    const done = await changed(act)
    refresh()
    return done
  })
  const changed = async (act: Act) => {
    if (act.kind === 'freeze') {
      await control('POST', '/clock', { body: { frozen: act.frozen } })
      return act.frozen ? 'The clock stands still.' : 'The clock runs.'
    }
    if (act.kind === 'fault') {
      const { data } = await control('POST', '/faults', { body: act.input })
      return `Fault ${data.id} is on.`
    }
    if (act.kind === 'clear-faults') {
      await control('DELETE', '/faults')
      return 'All faults are off.'
    }
    return undefined
  }
  return (act) => {
    if (act.kind === 'open') location.hash = linkTo(act.screen, act.id)
    else if (act.kind === 'account') openAccount(act.id, '')
    else if (act.kind === 'advance') advance.run(act.by)
    else if (act.kind === 'reset') askReset()
    else change.run(act)
  }
}
