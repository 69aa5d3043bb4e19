import { useCallback } from 'preact/hooks'
import { useAction } from '../../hooks/action.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { newSecret } from './webhook.js'

/**
 * Makes a webhook to the built-in receiver, for all events.
 *
 * @param {object} parts
 * @param {readonly import('../../client/document.js').EventKind[] | undefined} parts.kinds
 * @param {{ url: string } | undefined} parts.receiver
 * @param {() => void} parts.onDone
 * @returns {{ run: () => Promise<void>, busy: boolean, ready: boolean }} `ready`: whether all is known that it takes.
 */
export function useSendHere({ kinds, receiver, onDone }) {
  const { api } = useSandbox()
  const create = useAction(
    useCallback(async () => {
      const events = (kinds ?? []).map(({ name }) => name)
      await api('POST', 'webhooks', { body: { url: receiver?.url, events, secret: newSecret() } })
      onDone()
      return 'All events are sent to the built-in receiver now. Trigger one, or push the clock.'
    }, [api, kinds, receiver?.url, onDone]),
  )
  return { ...create, ready: kinds !== undefined && receiver !== undefined }
}
