import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { overlayText } from '../../contract-tests/learning/overlay.ts'
import { runSuite } from '../../contract-tests/run.ts'
import { by, changed, data, succeeded } from '../../contract-tests/self-test/mutations.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { settingsFor } from '../../contract-tests/self-test/suite.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { openProxy } from '../proxy.ts'
import { writeRecordedFixture } from './recorded-fixture.ts'

interface Listed {
  items: Record<string, unknown>[]
  total: number
}

it('traffic becomes a sandbox with the forms and the data of the server', async () => {
  const server = await startServer(
    changed(
      by('listCampaigns'),
      succeeded,
      data((rows) => ({ items: rows, total: rows.length })),
    ),
  )
  onTestFinished(() => server.close())
  const opened = await openProxy(
    { upstream: server.baseUrl, port: 0, log: 'errors' },
    { ending: { learns: true, baseline: undefined, records: true } },
  )
  onTestFinished(() => opened.proxy.close())
  const settings = { ...settingsFor(server), baseUrl: opened.proxy.url }
  await runSuite({ ...settings, learn: true, maxRequests: 110, maxTotal: 190 })
  const list = async (url: string, key: string) => {
    const response = await fetch(`${url}/campaigns`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const body = (await response.json()) as { data: Listed }
    return body.data
  }
  const theirs = await list(opened.proxy.url, server.tokens.main)
  await opened.proxy.close()
  const { findings, fixture } = opened.report() ?? {}
  if (!findings || !fixture) throw new Error('The proxy reported nothing.')
  const folder = temporaryFolder()
  const files = { overlay: join(folder, 'o.yaml'), fixture: join(folder, 'f.yaml') }
  writeFileSync(files.overlay, overlayText(findings.overlay, 'o.har'))
  writeRecordedFixture(files.fixture, fixture, opened.document())

  const double = await startSandbox({ overlay: [files.overlay], fixture: files.fixture })
  const ours = await list(double.url, 'svc_test_recorded')

  const shown = ({ items }: Listed) =>
    items
      .map(({ id, name, type, keywords, frequency }) => ({ id, name, type, keywords, frequency }))
      .sort((one, other) => String(one.id).localeCompare(String(other.id)))
  expect(theirs.items.length).toBeGreaterThan(0)
  expect(ours.total).toBe(theirs.total)
  expect(shown(ours)).toEqual(shown(theirs))
}, 60_000)
