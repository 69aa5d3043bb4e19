import { resetAccounts } from '../seeding.ts'
import { isoTime } from '../time/clock.ts'
import { controlDocument } from './document.ts'
import type { ControlHandler } from './operation.ts'

/** GET /_sandbox/health */
export const getHealth: ControlHandler<'getHealth'> = async ({ now }, services) => {
  const { store, document, config } = services
  return {
    data: {
      status: 'ok',
      api_version: document.version,
      accounts: (await store.accountIds()).length,
      storage: config.data === undefined ? 'ephemeral' : 'disk',
      rate_limits: config.rateLimits,
      now: isoTime(now),
    },
  }
}

/** GET /_sandbox/openapi.json */
export const getControlDocument: ControlHandler<'getControlDocument'> = ({ serverUrl }) => ({
  document: { ...controlDocument, servers: [{ url: `${serverUrl}/_sandbox` }] },
})

/** POST /_sandbox/reset */
export const resetSandbox: ControlHandler<'resetSandbox'> = async (_request, services) => {
  const accounts = await resetAccounts(services)
  return {
    data: { accounts: accounts.map(({ id }) => id) },
    message: 'Every account is as the fixture has it; quotas are fresh.',
  }
}
