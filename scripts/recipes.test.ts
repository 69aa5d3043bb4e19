import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it, onTestFinished } from 'vitest'
import { startSandbox } from '../src/testing/sandbox.ts'
import { temporaryFolder } from '../src/testing/temporary.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The code below `<!-- recipe: name -->` in the README. */
function recipe(name: string): string {
  const [, code] =
    new RegExp(`<!-- recipe: ${name} -->\n\`\`\`\\w+\n(.*?)\`\`\``, 's').exec(readme) ?? []
  if (code === undefined) throw new Error(`The README has no recipe ${name}.`)
  return code
}

/** A folder of a project that has what this one has, with these files in it. */
function project(files: Record<string, string>): string {
  const folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** Runs a program of node_modules to its end. */
async function run(program: string, args: string[], cwd: string) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^VITEST/.test(name))
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd,
    env: Object.fromEntries(inherited),
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

/** What the recipe `retry` leaves to its reader: a client that tries again. */
const MY_CLIENT = `
  export async function listCampaigns(url: string, key: string) {
    for (let left = 4; ; left--) {
      try {
        const response = await fetch(url + '/campaigns', { headers: { Authorization: 'Bearer ' + key } })
        if (response.ok) return (await response.json()).data
        throw new Error(response.statusText)
      } catch (error) {
        if (left === 0) throw error
      }
    }
  }`

it('the recipes for vitest pass as they stand', { timeout: 120_000 }, async () => {
  const tests = { vitest: 2, retry: 1, rotation: 1, 'rate-limit': 1 }
  const alias = { 'svc-sandbox': join(dirname(inject('cli')), 'index.js') }
  const folder = project({
    ...Object.fromEntries(Object.keys(tests).map((name) => [`${name}.test.ts`, recipe(name)])),
    'my-client.ts': MY_CLIENT,
    'vitest.config.mjs': `export default ${JSON.stringify({ resolve: { alias } })}`,
  })

  const { status, output } = await run('vitest/vitest.mjs', ['run', '--reporter=json'], folder)

  expect(status, output).toBe(0)
  const { testResults } = JSON.parse(output) as VitestReport
  const passed = testResults.map(({ name, assertionResults }) => [
    basename(name, '.test.ts'),
    assertionResults.filter((it) => it.status === 'passed').length,
  ])
  expect(Object.fromEntries(passed)).toEqual(tests)
})

interface VitestReport {
  testResults: { name: string; assertionResults: { status: string }[] }[]
}

it('the recipe playwright passes as it stands, but for the port', {
  timeout: 120_000,
}, async () => {
  const { port, url } = await startSandbox()
  const folder = project({
    'recipe.spec.ts': recipe('playwright').replace('4010', String(port)),
    'playwright.config.mjs': `
      import chromium from '@sparticuz/chromium'
      export default {
        workers: 1,
        reporter: 'json',
        use: {
          baseURL: ${JSON.stringify(await serveApp(url))},
          launchOptions: {
            executablePath: await chromium.executablePath(),
            // Those of the package are for one page in one process, which ends with it.
            args: ['--no-sandbox', '--disable-gpu'],
          },
        },
      }`,
  })

  const { status, output } = await run('@playwright/test/cli.js', ['test'], folder)

  expect(status, output).toBe(0)
  expect(JSON.parse(output).stats).toMatchObject({ expected: 2, unexpected: 0, flaky: 0 })
})

it('the recipe openapi-fetch passes as it stands, but for the port', {
  timeout: 120_000,
}, async () => {
  const sandbox = await startSandbox()
  const folder = project({
    'client.ts': recipe('openapi-fetch').replace('4010', String(sandbox.port)),
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        lib: ['es2023', 'dom'],
        // Where the package has `paths` from; whether it has them is asked of the package itself (`package:try`).
        paths: { 'svc-sandbox': [join(root, 'spec/generated/api.ts')] },
      },
      include: ['client.ts'],
    }),
  })

  const types = await run('typescript/bin/tsc', ['-p', '.'], folder)
  const { status, output } = await run('tsx/dist/cli.mjs', ['client.ts'], folder)

  expect(types).toEqual({ status: 0, output: '' })
  expect(status, output).toBe(0)
  const { data } = (await sandbox.api.get('/campaigns', { query: { limit: 2 } })).body
  for (const { name } of data) expect(output).toContain(name)
})

/** An app that lists campaigns, or says that it cannot; its address. */
async function serveApp(api: string): Promise<string> {
  const page = `<!doctype html><title>Campaigns</title><ul></ul><script type="module">
    const headers = { Authorization: 'Bearer svc_test_demo' }
    const response = await fetch('${api}/campaigns', { headers })
    const { success, data } = await response.json()
    document.body.innerHTML = success
      ? '<ul>' + data.map(({ name }) => '<li>' + name + '</li>').join('') + '</ul>'
      : '<p role="alert">The campaigns could not be loaded.</p>'
  </script>`
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html').end(page)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
