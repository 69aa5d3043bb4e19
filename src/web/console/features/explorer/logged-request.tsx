import { useMemo } from 'preact/hooks'
import { readLogged } from '../../client/logged-requests.ts'
import { messageOf } from '../../client/problems.ts'
import { problemOfReplay } from '../../client/snippets/request.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import type { Beginning } from './explorer.tsx'
import { draftOfLogged } from './logged-draft.ts'

/** The logged request `from`, with which the form of an operation begins; nothing if no request is named. */
export function useLoggedRequest(
  from: string | undefined,
  operation: string | undefined,
): { isLoading: boolean; beginning: Beginning | undefined } {
  const sandbox = useSandbox()
  const { data, error } = useLoaded(
    async (signal) => (await readLogged(sandbox, from === undefined ? [] : [from], signal))[0],
    [from],
  )
  const logged = data?.id === from ? data : undefined
  const beginning = useMemo((): Beginning | undefined => {
    const examples = <a href={linkTo('explorer', operation)}>Use the example</a>
    if (logged !== undefined) {
      const note = (
        <p class="notice">
          Filled in from the request <a href={linkTo('requests', logged.id)}>{logged.id}</a>.{' '}
          {problemOfReplay(logged)} {examples}
        </p>
      )
      return { id: logged.id, draftOf: (of) => draftOfLogged(of, logged), note }
    }
    if (from === undefined || error === undefined) return undefined
    const note = (
      <p class="notice">
        The request {from} cannot be opened: {messageOf(error)} The form has the example.
      </p>
    )
    return { id: from, draftOf: () => ({}), note }
  }, [logged, from, operation, error])
  return { isLoading: from !== undefined && beginning === undefined, beginning }
}
