import { spawn } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { snippetsOf } from '../test/guide/snippets.ts'
import { freePort } from '../test/support/free-port.ts'
import { runIn } from './package-tools.ts'

const PACKAGES = [
  ...['next@16.4.6', 'react@19', 'react-dom@19', 'msw@2', '@playwright/test@1.59.1'],
  ...['typescript@5', '@types/node@20', '@types/react@19'],
]

/** What an app has besides the recipe: a page that calls the API, and a test of Playwright, which the build type checks. */
const APP = {
  'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}`,
  'app/page.tsx': `export const dynamic = 'force-dynamic'
export default async function Page() {
  const headers = { authorization: 'Bearer svc_test_demo' }
  const { data } = await (await fetch('https://api.example.com/v1/campaigns', { headers })).json()
  return <p>{\`\${data.length} campaigns\`}</p>
}`,
  'e2e/app.spec.ts': `import { expect, test } from 'svc-sandbox/playwright'
test('shows an error', async ({ page, faults }) => {
  await faults.add({ operation: 'listCampaigns', error: 'server_error' })
  await page.goto('/')
  await expect(page.getByRole('alert')).toBeVisible()
})`,
}

/** Builds an app of the recipe of docs/testing.md with Next.js, and runs its standalone server elsewhere. */
export async function inNext(tarball: string, place: string): Promise<void> {
  const folder = join(place, 'app')
  for (const [name, text] of Object.entries({ ...recipe(), ...APP, 'package.json': '{}' })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  runIn(folder, 'npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    ...PACKAGES,
    tarball,
  ])
  runIn(folder, join(folder, 'node_modules/.bin/next'), ['build'])
  const standalone = join(place, 'standalone')
  renameSync(join(folder, '.next/standalone'), standalone)
  // So that nothing is found in the app itself.
  renameSync(folder, join(place, 'built'))
  await tryServer(standalone)
  console.log('Next.js builds and runs the recipe')
}

/** The files of the recipe by name, which their first lines say. */
function recipe(): Record<string, string> {
  const named = snippetsOf('docs/testing.md').flatMap(({ text }) => {
    const name = /^\/\/ ((?:app\/.*|next\.config|instrumentation)\.ts)$/m.exec(text)?.[1]
    return name === undefined || !text.startsWith('// ') ? [] : [[name, text]]
  })
  if (named.length < 4) throw new Error('docs/testing.md lacks files of the recipe for Next.js.')
  return Object.fromEntries(named)
}

async function tryServer(folder: string): Promise<void> {
  const port = await freePort()
  const root = `http://localhost:${port}`
  const env = { ...process.env, PORT: String(port), HOSTNAME: 'localhost' }
  const server = spawn(process.execPath, ['server.js'], { cwd: folder, env, stdio: 'pipe' })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      if (output.includes('Ready')) resolve()
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    server.once('exit', () => reject(new Error(`The server of Next.js ended: ${output}`)))
  })
  const get = async (url: string) => {
    const headers = { authorization: 'Bearer svc_test_demo' }
    const response = await fetch(url, { headers })
    if (response.ok) return response.text()
    throw new Error(`${url} returned ${response.status}: ${output}`)
  }
  try {
    await ready
    const { data } = JSON.parse(await get(`${root}/api/campaigns`))
    if (!(await get(root)).includes(`${data.length} campaigns`))
      throw new Error('MSW lacks campaigns.')
    const report = `${root}/api/reports/generate?campaign_id=${data[0].id}&format=csv`
    const { download_url } = JSON.parse(await get(report)).data
    if (new URL(download_url).origin !== root) throw new Error(`A link leads to ${download_url}.`)
    await get(download_url)
  } finally {
    // It would wait for the connections that fetch keeps open.
    server.kill('SIGKILL')
  }
}
