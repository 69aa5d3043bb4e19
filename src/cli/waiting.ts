import { createServer, type RequestListener } from 'node:http'
import { databaseAddress } from '../config/database-options.ts'
import { type Config, readConfig, type SandboxOptions } from '../config.ts'
import { listen } from '../connection/server.ts'
import { ApiDocument } from '../openapi/api-document.ts'
import { mergedDocument, readOverlays } from '../openapi/load.ts'
import { failureEnvelope, successEnvelope } from '../pipeline/envelope.ts'
import { probe } from '../postgres/connection.ts'
import { connectionFailure, DatabaseError } from '../postgres/database-error.ts'
import { quotaHeaders, untouchedQuota } from '../state/quotas.ts'
import { createClock } from '../time/clock.ts'
import { note } from './output.ts'

/** Each message once: a database may accept connections, and nothing else. */
const said = new Set<string>()

const LOOK_EVERY_MS = 500

/** Whether a start failed because of the database, and may succeed later: not for a wrong password, name or pgbouncer. */
export function mayPass(error: unknown): boolean {
  return error instanceof DatabaseError && !/^(28|3D|42|08P01)/.test(error.code ?? '')
}

/**
 * Waits until the database of a sandbox that could not start answers. Meanwhile, a server on the port of the sandbox
 * reports that the process is live and not ready, and answers everything else with 503. Rejects with a DatabaseError if
 * the database refuses us.
 */
export async function databaseReturns(options: SandboxOptions, reason: Error): Promise<void> {
  const config = readConfig(options)
  const { database = '' } = config
  const server = createServer(await unavailable(config))
  await listen(server, config)
  say(`Waiting for the database ${databaseAddress(database)}. ${reason.message}`)
  const clock = createClock()
  try {
    while (true) {
      await clock.wait(LOOK_EVERY_MS)
      try {
        return await probe(database)
      } catch (thrown) {
        const error = connectionFailure(thrown)
        if (!mayPass(error)) throw error
      }
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

function say(message: string): void {
  if (!said.has(message)) note(message)
  said.add(message)
}

async function unavailable(config: Config): Promise<RequestListener> {
  const overlays = await readOverlays(config.overlays)
  const document = ApiDocument.of(await mergedDocument(overlays, config.apiVersion))
  const clock = createClock({ startAt: config.startAt })
  return (req, res) => {
    const now = clock.now()
    res.setHeader('Content-Type', 'application/json; charset=utf-8')
    if (req.url?.split('?')[0] === '/_sandbox/health/live') {
      res.end(JSON.stringify(successEnvelope({ status: 'live' }, now, document.version, {})))
      return
    }
    const { code, status } = document.wording('unavailable')
    const quota = untouchedQuota(undefined, document, now)
    for (const [name, value] of Object.entries(quotaHeaders(quota, document.resetUnit, now))) {
      res.setHeader(name, value)
    }
    res.writeHead(status, { 'Retry-After': '1' })
    const message = 'The sandbox is waiting for its database.'
    res.end(JSON.stringify(failureEnvelope(code, message, undefined, now, document.version)))
  }
}
