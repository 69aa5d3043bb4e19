import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  expectAccountsInTabs,
  expectEditedCampaigns,
  expectNoOtherAccount,
  expectTopAndTitle,
  expectWayOut,
} from '../../../test/support/console-journeys.ts'
import { startProxy } from '../../../test/support/proxy.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'

const BROWSER = { timeout: 120_000 }

/** Journeys of the console's own tests, one after the other. */
async function spendSession(url: string): Promise<void> {
  // Other pages read again when it changes something, in any order.
  await expectEditedCampaigns(url)
  await expectAccountsInTabs(url)
  await expectNoOtherAccount(url)
  const [path, title] = ['overview/cmp_nope', 'There is no campaign cmp_nope in this account']
  await expectWayOut(url, { path, title, link: 'Show all campaigns' })
  await expectTopAndTitle(url)
}

it("replays the console's session in a browser when its server is gone", BROWSER, async () => {
  const cassette = join(temporaryFolder(), 'console.har')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // The console of the upstream is below /app, and so passes through the proxy like any other app.
  const upstream = `http://127.0.0.1:${port}/app/api`
  const recording = await startProxy(upstream, { mode: 'record', cassette })
  const controlOrigins = `http://127.0.0.1:${recording.port}`
  const { app } = await startSandbox({ listen: false, basePath: '/app', controlOrigins })
  server.on('request', app)
  onTestFinished(() => void server.close())

  await spendSession(`http://127.0.0.1:${recording.port}/app/`)
  await recording.proxy.close()
  server.closeAllConnections()
  server.close()

  const offline = await startProxy(upstream, { mode: 'replay', cassette })
  await spendSession(`http://127.0.0.1:${offline.port}/app/`)
  expect(offline.upstream.state().sources).toMatchObject({ upstream: 0, sandbox: 0 })
})
