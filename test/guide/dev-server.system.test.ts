import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { root, snippetsOf } from './snippets.ts'

it('serves the API and the downloads of reports below the address of Vite', async () => {
  const sandbox = await startSandbox()
  const folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const recipe = snippetsOf('docs/testing.md').find(({ argument }) => argument === 'vite.config.ts')
  const configFile = join(folder, 'vite.config.ts')
  writeFileSync(configFile, `${recipe?.text}`.replaceAll('4010', String(sandbox.port)))
  const server = { port: 0, host: 'localhost' }
  const vite = await createServer({ root: folder, configFile, logLevel: 'error', server })
  onTestFinished(() => vite.close())
  await vite.listen()
  const address = String(vite.resolvedUrls?.local[0])

  const headers = { authorization: 'Bearer svc_test_demo' }
  const campaigns = await fetch(`${address}api/campaigns`, { headers })
  const { data } = (await campaigns.json()) as { data: { id: string }[] }
  const query = `campaign_id=${data[0]?.id}&format=csv`
  const response = await fetch(`${address}api/reports/generate?${query}`, { headers })
  const report = (await response.json()) as { data: { download_url: string } }
  const download = await fetch(report.data.download_url)

  expect(report.data.download_url).toContain(`${address}files/`)
  expect(download.status).toBe(200)
})
