import { type Context, createContext } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type ApiCall, type ControlCall, controlOf } from '../client/http.ts'
import { messageOf } from '../client/problems.ts'
import type { ServiceCall } from '../client/service.ts'
import type { Health, Session } from '../client/session.ts'
import { useTurn } from './timing.ts'

/** The context of every screen. */
export interface Sandbox {
  session: Session
  health: Health
  /** Id of the current account. */
  account: string
  /** Calls `/_sandbox<path>` for the current account. */
  control: ControlCall
  /** Calls an operation of the API for that account, without a key and without a trace. */
  api: ServiceCall
  /** The same for operations that only the served document knows: without their types. */
  observe: ApiCall
  /** Grows when the data may be out of date. */
  revision: number
  /** Reloads everything on the page. */
  refresh: () => void
  /** Shows a toast, unless one of the same `about` is still shown. With `undo`, it has a button that calls it. */
  notify: (text: string, kind?: 'done' | 'failed', about?: string, undo?: () => void) => void
  /** Takes away the toast of an `about`, which is no longer true. */
  dismiss: (about: string) => void
}

export const SandboxContext: Context<Sandbox | undefined> = createContext<Sandbox | undefined>(
  undefined,
)

export function useSandbox(): Sandbox {
  const sandbox = useContext(SandboxContext)
  if (sandbox === undefined) throw new Error('This component is outside of the frame.')
  return sandbox
}

/** `data` is the latest data, also during a reload; `error` is the reason if the last attempt failed. */
export type Loaded<T> = {
  data: T | undefined
  error: unknown
  loading: boolean
  reload: () => void
}

/** Loads data, and reloads it when one of `inputs`, the account or the revision changes. */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Loaded<T> {
  const { account, revision } = useSandbox()
  const [turn, reload] = useTurn()
  const [state, setState] = useState({ data: undefined, error: undefined, loading: true } as Omit<
    Loaded<T>,
    'reload'
  >)
  const shownFor = useRef(account)

  useEffect(() => {
    const stop = new AbortController()
    // Never show the data of another account.
    const isOther = shownFor.current !== account
    shownFor.current = account
    setState((before) => ({ ...before, ...(isOther ? { data: undefined } : {}), loading: true }))
    load(stop.signal).then(
      (data) => stop.signal.aborted || setState({ data, error: undefined, loading: false }),
      (error) =>
        stop.signal.aborted || setState((before) => ({ ...before, error, loading: false })),
    )
    return () => stop.abort()
  }, [...inputs, account, revision, turn])

  return { ...state, reload }
}

/** Loads the `data` of a response of the control API, as useLoaded does. */
export function useRead<A extends { data: unknown }>(
  read: (control: ControlCall, signal: AbortSignal) => Promise<A>,
  inputs: readonly unknown[] = [],
): Loaded<A['data']> {
  const { control } = useSandbox()
  return useLoaded(async (signal) => (await read(control, signal)).data, [control, ...inputs])
}

/**
 * Runs something that may fail: `busy` while it runs, `error` when it failed.
 * @param initial The first `error`.
 */
export function useAttempt(initial?: unknown) {
  const [state, setState] = useState({ busy: false, error: initial })
  const attempt = async (act: () => Promise<void>) => {
    setState({ busy: true, error: undefined })
    try {
      await act()
      setState({ busy: false, error: undefined })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return { ...state, attempt }
}

/**
 * The action of a button, which you disable while it is busy. `act` resolves with a message for a toast, if any; a failure is
 * shown as a toast, too.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most actions return nothing.
export function useAction<A extends unknown[]>(act: (...inputs: A) => Promise<string | void>) {
  const { notify } = useSandbox()
  const [busy, setBusy] = useState(false)
  const latest = useRef(act)
  latest.current = act
  const run = useCallback(
    async (...inputs: A) => {
      setBusy(true)
      try {
        const done = await latest.current(...inputs)
        if (done) notify(done)
      } catch (error) {
        notify(messageOf(error), 'failed')
      } finally {
        setBusy(false)
      }
    },
    [notify],
  )
  return { run, busy }
}

/** Calls of the control API that concern the sandbox as a whole, which refuse the name of an account. */
export function useOperator(): ControlCall {
  const { session } = useSandbox()
  return useMemo(() => controlOf({ token: session.token }), [session.token])
}
