import express, { type RequestHandler, type Router } from 'express'
import { ApiError } from '../errors.ts'
import { sendJson, successEnvelope } from '../http/envelope.ts'
import { exchangeOf } from '../http/exchange.ts'
import { resetAccounts } from '../seeding.ts'
import type { Services } from '../services.ts'
import { isoTime } from '../time/clock.ts'
import { guardControl } from './guard.ts'

/** `/_sandbox/*`: steers the sandbox and is no part of the service. Described by spec/sandbox.yaml. */
export function controlPlane(services: Services): Router {
  const control = express.Router()
  control.use(unmetered)
  // Open to all: the health checks of platforms cannot send a token.
  control.get('/health', getHealth(services))
  control.use(guardControl(services))
  control.post('/reset', resetSandbox(services))
  control.use((req) => {
    throw new ApiError(
      'unknown_path',
      `The control plane has no ${req.method} ${req.path}. It has GET /_sandbox/health and POST /_sandbox/reset.`,
    )
  })
  return control
}

const unmetered: RequestHandler = (_req, res, next) => {
  exchangeOf(res).metered = false
  next()
}

function getHealth({ store, clock, document, config }: Services): RequestHandler {
  return async (_req, res) => {
    const accounts = await store.accountIds()
    const data = {
      status: 'ok',
      api_version: document.version,
      accounts: accounts.length,
      storage: config.data === undefined ? 'ephemeral' : 'disk',
      rate_limits: config.rateLimits,
      now: isoTime(clock.now()),
    }
    sendJson(res, 200, successEnvelope(data, clock.now(), document.version))
  }
}

function resetSandbox(services: Services): RequestHandler {
  return async (_req, res) => {
    const { clock, document } = services
    const accounts = await resetAccounts(services)
    const data = { accounts: accounts.map(({ id }) => id) }
    const message = 'Every account is as the fixture has it; quotas are fresh.'
    sendJson(res, 200, successEnvelope(data, clock.now(), document.version, { message }))
  }
}
