import { useState } from 'preact/hooks'
import { type KeyChoice, tokenOf } from '../../client/keys.ts'
import { modelOf, type Operation } from './api-model.ts'
import { useExplorer } from './context.ts'
import type { Form } from './first-press.ts'
import { press, requestOf, type Step } from './request.ts'
import { type ShownAnswer, sendToApi } from './send.ts'
import type { KnownRows } from './use-rows.ts'

/** Sends the form of an operation with a key, and keeps the answers of the last press. */
export function usePress(operation: Operation, key: KeyChoice | undefined, known: KnownRows) {
  const { api, base, sawTime } = useExplorer()
  const [state, setState] = useState<{
    steps: Step<ShownAnswer>[]
    busy: boolean
    error: unknown
  }>({ steps: [], busy: false, error: undefined })

  const send = async (form: Form) => {
    setState((before) => ({ ...before, busy: true, error: undefined }))
    const steps: Step<ShownAnswer>[] = []
    try {
      const token = key && (await tokenOf(key))
      const sent = await press(operation, form, {
        rows: known.rows,
        creates: ({ create }) => create && modelOf(api, create),
        request: (of, filled) => requestOf(of, filled, { base, token }),
        send: sendToApi,
      })
      steps.push(...sent)
      setState({ steps, busy: false, error: undefined })
      const time = steps.at(-1)?.answer.headers['x-sandbox-clock']
      if (time !== undefined) sawTime(time)
      if (steps.at(-1)?.answer.status === 401) key?.forget?.()
    } catch (error) {
      setState({ steps, busy: false, error })
    }
    if (steps.some(({ request }) => request.method !== 'GET')) known.reload()
    return steps.at(-1)?.answer.ok === true
  }
  return { ...state, send }
}
