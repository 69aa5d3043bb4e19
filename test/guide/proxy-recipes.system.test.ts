import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startSandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { shims } from './shell.ts'
import { root, snippetsOf } from './snippets.ts'

it('records a session of Playwright through the dev server, and replays it without the server', {
  timeout: 180_000,
}, async () => {
  const staging = await startSandbox()
  const ports = { 4020: await freePort(), 5173: await freePort() }
  const folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  shims(join(folder, '.bin'))
  const recipes = snippetsOf('docs/proxy.md').filter(({ how }) => how === 'recipe')
  for (const { argument, text } of recipes) {
    const own = text
      .replace('https://staging.example.com/api', `${staging.url} --port ${ports[4020]}`)
      .replace(/\b(4020|5173)\b/g, (port) => String(ports[port as unknown as 4020 | 5173]))
    writeFileSync(join(folder, argument), own)
  }
  const dev = `vite --port ${ports[5173]} --strictPort`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { dev } }))
  writeFileSync(join(folder, 'index.html'), APP)
  writeFileSync(join(folder, 'campaigns.spec.ts'), SPEC)
  writeFileSync(join(folder, 'browser.config.ts'), WITH_BROWSER)
  const test = (env: Record<string, string>) => playwright(folder, env)

  const recorded = await test({ CI: '' })
  const seen = await staging.requests.list({ operation: 'listCampaigns' })
  await staging.close()
  const replayed = await test({ CI: '1' })

  expect(recorded.status, recorded.output).toBe(0)
  expect(seen.length).toBeGreaterThan(0)
  expect(replayed.status, replayed.output).toBe(0)
  expect(readFileSync(join(folder, 'staging.har'), 'utf8')).not.toContain('svc_test_demo')
})

/** Lists the campaigns, whose number the test expects. */
const APP = `<!doctype html><title>Campaigns</title><script type="module">
  const headers = { Authorization: 'Bearer svc_test_demo' }
  const { data } = await (await fetch('/api/campaigns', { headers })).json()
  document.body.innerHTML = '<ul>' + data.map(({ name }) => '<li>' + name + '</li>').join('') + '</ul>'
</script>`

const SPEC = `import { expect, test } from '@playwright/test'
test('lists campaigns', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('listitem')).toHaveCount(12)
})`

/** The recipe with the browser of a package. */
const WITH_BROWSER = `import chromium from '@sparticuz/chromium'
import config from './playwright.config.ts'
const launchOptions = {
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
}
export default { ...config, use: { ...config.use, launchOptions } }`

async function playwright(cwd: string, env: Record<string, string>) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(SVC_|VITEST)/.test(name))
  const program = join(root, 'node_modules/@playwright/test/cli.js')
  const child = spawn(process.execPath, [program, 'test', '--config', 'browser.config.ts'], {
    cwd,
    env: {
      ...Object.fromEntries(inherited),
      PATH: `${join(cwd, '.bin')}${delimiter}${process.env.PATH}`,
      ...env,
    },
    timeout: 100_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const [status] = await once(child, 'close')
  return { status, output }
}
