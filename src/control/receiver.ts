import type { components } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { ControlHandler } from './operation.ts'
import { receptionOf, receptionView } from './reception.ts'

/** GET /_sandbox/receiver */
export const getReceiver: ControlHandler<'getReceiver'> = async (request, services) => ({
  data: receiverView(await request.account(), request.serverUrl, services),
})

/** PUT /_sandbox/receiver */
export const updateReceiver: ControlHandler<'updateReceiver'> = async (request, services) => {
  const account = await request.account()
  services.receivers.setAnswer(account.id, request.body)
  return { data: receiverView(account, request.serverUrl, services) }
}

/** DELETE /_sandbox/receiver */
export const clearReceiver: ControlHandler<'clearReceiver'> = async (request, services) => {
  const account = await request.account()
  services.receivers.forget(account.id)
  return { data: receiverView(account, request.serverUrl, services) }
}

/** POST /_sandbox/receiver/{receiver_id} */
export const receiveEvent: ControlHandler<'receiveEvent'> = async (request, services) => {
  const { receivers, clock } = services
  const { headers, signal } = request
  const body = Buffer.from(request.body ?? [])
  const account = await ownerOf(request.params.receiver_id, services)
  const { status, delay_ms } = receivers.answerOf(account.id)
  const reception = receivers.add(receptionOf({ account, headers, body }, services))

  if (delay_ms > 0) await clock.wait(delay_ms, signal)
  if (signal.aborted) throw new ApiError('unavailable', 'The sandbox is closing.')
  reception.status = status
  const isRedirect = status >= 300 && status < 400 && status !== 304
  const location: Record<string, string> = isRedirect
    ? { Location: urlOf(account, request.serverUrl, services) }
    : {}
  return { answer: { status, headers: location } }
}

async function ownerOf(
  receiverId: string,
  { store, receivers }: Services,
): Promise<Readonly<Account>> {
  for (const id of await store.accountIds()) {
    // It may have been removed meanwhile.
    const account = await store.read(id).catch(() => undefined)
    if (account && receivers.idOf(account) === receiverId) return account
  }
  throw new ApiError(
    'unknown_resource',
    `There is no receiver ${JSON.stringify(receiverId.slice(0, 80))}. GET /_sandbox/receiver tells the url of an account's; a reset gives it another.`,
  )
}

function receiverView(
  account: Readonly<Account>,
  serverUrl: string,
  services: Services,
): components['schemas']['Receiver'] {
  const { receivers } = services
  return {
    url: urlOf(account, serverUrl, services),
    answer: receivers.answerOf(account.id),
    received: receivers.receivedBy(account.id).map(receptionView),
  }
}

function urlOf(
  account: Readonly<Account>,
  serverUrl: string,
  { receivers }: Pick<Services, 'receivers'>,
): string {
  return `${serverUrl}/_sandbox/receiver/${receivers.idOf(account)}`
}
